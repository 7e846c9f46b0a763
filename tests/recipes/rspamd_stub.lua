-- Runs integrations/mail/rspamd-urilint.lua against stand-ins for rspamd: luajit rspamd_stub.lua SNIPPET.
-- What the service may answer, lies and silence among it, and the symbol that must come of it.
local registered, scores, request = {}, {}, nil
local reply
package.preload.rspamd_logger = function() return {warnx = function() end} end
package.preload.rspamd_tcp = function()
  return {request = function(given)
    request = given
    return reply(given.callback)
  end}
end
rspamd_config = {
  get_all_opt = function() return {max_size = 100, timeout = 2.5} end,
  register_symbol = function(_, given)
    registered[#registered + 1] = given
    return #registered
  end,
  set_metric_symbol = function(_, given) scores[given.name] = given.score end,
}
io.popen = function() error("blocks the event loop") end
os.execute = io.popen
dofile(arg[1])

local function task(size)
  return {
    results = {},
    get_size = function() return size end,
    get_content = function() return "message" end,
    insert_result = function(self, name, _, options)
      if type(options) == "table" then options = table.concat(options, " ") end
      self.results[#self.results + 1] = name .. ":" .. options
    end,
  }
end
local function answers(data, err)
  return function(callback) callback(err, data) return true end
end
local checks = 0
local function expect(what, size, behaviour, wanted)
  reply = behaviour
  local message = task(size)
  registered[1].callback(message)
  local found = table.concat(message.results, " | ")
  if found ~= wanted then error(what .. ": '" .. found .. "', not '" .. wanted .. "'") end
  checks = checks + 1
end

expect("pass", 9, answers("X-Urilint-Verdict: pass\n"), "")
expect("folded", 9, answers("X-Urilint-Verdict: block; port-invalid,\n ipv4-short\n"),
  "URILINT_BLOCK:port-invalid ipv4-short")
expect("flag", 9, answers("X-Urilint-Verdict: flag; limit-size\n"), "URILINT_FLAG:limit-size")
for _, lie in ipairs({"", "\n", "pass", "X-Urilint-Verdict: ", "X-Urilint-Verdict: unknown\n",
  "X-Urilint-Verdict: passed\n", "X-Other: 1\nX-Urilint-Verdict: pass\n", "\0\255"}) do
  expect("lie", 9, answers(lie), "URILINT_FAIL:no answer")
end
expect("silence", 9, answers(nil, nil), "URILINT_FAIL:no answer")
expect("error", 9, answers("X-Urilint-Verdict: pass\n", "timeout"), "URILINT_FAIL:no answer")
expect("refused", 9, function() return false end, "URILINT_FAIL:not asked")
expect("told twice", 9, function(callback) callback("refused", nil) return false end,
  "URILINT_FAIL:no answer")
expect("large", 100, answers("X-Urilint-Verdict: pass\n"), "")
request = nil
expect("too large", 101, answers("X-Urilint-Verdict: pass\n"), "URILINT_FAIL:too large")
assert(request == nil, "a message above the bound was sent")
expect("pass", 9, answers("X-Urilint-Verdict: pass\n"), "")
assert(request.shutdown == true and request.timeout == 2.5 and request.data[1] == "message")
assert(scores.URILINT_BLOCK > scores.URILINT_FLAG and scores.URILINT_FAIL == 0)
for i = 2, #registered do assert(registered[i].type == "virtual" and registered[i].parent == 1) end
print(checks .. " checks")
