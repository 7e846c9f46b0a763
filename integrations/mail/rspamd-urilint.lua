-- For /etc/rspamd/lua.local.d/urilint.lua (or rspamd.local.lua). Symbols URILINT_BLOCK, URILINT_FLAG and
-- URILINT_FAIL (no answer: score 0, so mail goes on when urilint does not).
--
-- A worker of rspamd serves many messages at once, and os.execute or io.popen would stop them all until
-- urilint is done. So the message goes over a socket (urilint.socket and urilint@.service, in this folder)
-- through rspamd_tcp, which waits in rspamd's own event loop.
local rspamd_logger = require "rspamd_logger"
local rspamd_tcp = require "rspamd_tcp"

local settings = {
  host = "/run/urilint/verdict.sock", -- or an address, with a port
  port = 0,
  timeout = 5.0, -- seconds; below task_timeout of rspamd, 8 by default
  max_size = 20 * 1024 * 1024, -- bytes; larger messages are not sent and get URILINT_FAIL
  scores = {URILINT_BLOCK = 12.0, URILINT_FLAG = 3.0, URILINT_FAIL = 0.0},
}
local local_settings = rspamd_config:get_all_opt("urilint") or {}
for name, value in pairs(local_settings) do settings[name] = value end

-- The word and the names of rules of `X-Urilint-Verdict: block; port-invalid,\n userinfo-password`.
local function parse(answer)
  local word, names = answer:match("^X%-Urilint%-Verdict: (%l+)(.*)$")
  if word ~= "pass" and word ~= "flag" and word ~= "block" then return nil end
  local codes = {}
  for code in names:gmatch("[%l%d%-]+") do codes[#codes + 1] = code end
  return word, codes
end

local function check(task)
  local told = false -- a connection that fails at once is told of twice
  local function fail(why)
    if told then return end
    told = true
    rspamd_logger.warnx(task, "urilint: %s", why)
    task:insert_result("URILINT_FAIL", 1.0, why)
  end
  local function answered(err, data)
    if told then return end
    local word, codes
    if not err and data then word, codes = parse(tostring(data)) end
    if word == "block" then
      task:insert_result("URILINT_BLOCK", 1.0, codes)
    elseif word == "flag" then
      task:insert_result("URILINT_FLAG", 1.0, codes)
    elseif word ~= "pass" then
      return fail("no answer")
    end
    told = true
  end

  if task:get_size() > settings.max_size then
    return fail("too large")
  end
  local asked = rspamd_tcp.request({
    task = task,
    host = settings.host,
    port = settings.port,
    timeout = settings.timeout,
    data = {task:get_content()},
    shutdown = true, -- the end of the message is the end of what is sent
    callback = answered,
  })
  if not asked then fail("not asked") end
end

local parent = rspamd_config:register_symbol({name = "URILINT_CHECK", type = "callback", callback = check})
for name, score in pairs(settings.scores) do
  rspamd_config:register_symbol({name = name, type = "virtual", parent = parent})
  rspamd_config:set_metric_symbol({
    name = name,
    score = score,
    group = "urilint",
    description = "links that deceive or are dangerous, by urilint",
  })
end
