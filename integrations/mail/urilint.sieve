# For sieve_before of Dovecot's Pigeonhole: blocked messages go to the folder Junk, others are left to
# the scripts that follow. /etc/dovecot/conf.d/90-sieve-extprograms.conf:
#
#   plugin {
#     sieve_plugins = sieve_extprograms
#     sieve_global_extensions = +vnd.dovecot.filter +editheader
#     sieve_filter_bin_dir = /usr/local/lib/urilint
#     sieve_filter_exec_timeout = 40s
#   }
require ["vnd.dovecot.filter", "editheader", "fileinto", "mailbox"];

# As a test `filter` is true if the program ended well. If not, the message is as it was, and a field
# that it came with, which nobody vouches for, goes.
if filter "urilint-header" {
  if header :matches "X-Urilint-Verdict" ["block", "block;*"] {
    fileinto :create "Junk";
    stop;
  }
} else {
  deleteheader "X-Urilint-Verdict";
  addheader "X-Urilint-Verdict" "unknown";
}
