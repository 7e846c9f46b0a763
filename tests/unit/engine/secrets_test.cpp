// The classifier as tables: a URI, and its facts as `kind state strength text` lines. A hole is
// written `«…»` in the table. Then properties on hostile input, and looks at shared corpora.
#include "engine/secrets.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/secrets_steps.hpp"
#include "tables/placeholder-words.hpp"
#include "tables/plain-user-names.hpp"
#include "tables/secret-parameters.hpp"

using namespace urilint;

namespace {

constexpr std::string_view kKinds[] = {"password",  "malformed", "token",    "query", "fragment",
                                       "signature", "session",   "property", "jwt",   "known",
                                       "path",      "nested",    "cut"};
constexpr std::string_view kStates[] = {"", "example ", "redacted ", "template "};

struct Marked {
  std::string raw;
  std::string masked;
  std::vector<UriSpan> holes;
};

/// `«` and `»` around a hole are taken out.
Marked with_holes(std::string_view text) {
  constexpr std::string_view kOpen = "\xc2\xab";
  constexpr std::string_view kClose = "\xc2\xbb";
  Marked out;
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == kOpen) {
      out.holes.push_back({static_cast<Off>(out.raw.size()), 0});
      i += 2;
    } else if (text.substr(i, 2) == kClose) {
      out.holes.back().end = static_cast<Off>(out.raw.size());
      i += 2;
    } else {
      out.raw += text[i++];
    }
  }
  out.masked = out.raw;
  mask_holes(out.masked, out.holes);
  return out;
}

std::vector<SecretFact> facts_of(const Marked& text) {
  const UriParts parts = split(std::string_view(text.masked), text.holes);
  std::vector<SecretFact> facts;
  classify_secrets(parts, text.raw, text.holes, facts);
  return facts;
}
std::vector<SecretFact> facts_of(std::string_view text) { return facts_of(with_holes(text)); }

std::string slice(const std::string& text, UriSpan span) {
  return text.substr(span.begin, span.size());
}

/// `kind state strength value`, joined by ` | `.
std::string dump(std::string_view text) {
  const Marked marked = with_holes(text);
  std::string out;
  for (const SecretFact& fact : facts_of(marked)) {
    if (!out.empty()) out += " | ";
    out += kKinds[static_cast<std::size_t>(fact.kind)];
    out += ' ';
    out += kStates[static_cast<std::size_t>(fact.state)];
    out += std::to_string(fact.strength) + ' ' + slice(marked.raw, fact.value);
  }
  return out;
}

struct Case {
  const char* uri;
  const char* facts;
};

void check_all(std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    CAPTURE(c.uri);
    CHECK(dump(c.uri) == c.facts);
  }
}

std::string repeated(std::string_view what, std::size_t size) {
  std::string out;
  while (out.size() < size) out += what;
  return out;
}

/// What must hold of the facts of any text.
void check_order(const std::vector<SecretFact>& facts, std::size_t size) {
  REQUIRE(facts.size() <= kMaxSecretFacts);
  Off at = 0;
  for (const SecretFact& fact : facts) {
    REQUIRE(fact.value.begin >= at);
    REQUIRE(fact.value.begin < fact.value.end);
    REQUIRE(fact.value.end <= size);
    REQUIRE(fact.name.begin <= fact.name.end);
    REQUIRE(fact.name.end <= size);
    REQUIRE(fact.host.begin <= fact.host.end);
    REQUIRE(fact.host.end <= size);
    at = fact.value.end;
  }
}

bool covered(const std::vector<SecretFact>& facts, std::size_t begin, std::size_t end) {
  return std::any_of(facts.begin(), facts.end(), [&](const SecretFact& fact) {
    return fact.masked() && fact.value.begin <= begin && end <= fact.value.end;
  });
}

}  // namespace

TEST_CASE("secrets: passwords in the userinfo") {
  check_all({
      {"https://svc:S3cr3tPw9@example.com/", "password 2 S3cr3tPw9"},
      {"postgres://svc:S3cr3tPw9@db.example.com:5432/app?x=1#y", "password 2 S3cr3tPw9"},
      {"x-unknown+scheme://svc:S3cr3tPw9@example.com", "password 2 S3cr3tPw9"},
      {"//svc:S3cr3tPw9@example.com/a", "password 2 S3cr3tPw9"},
      {"redis://:S3cr3tPw9@example.com", "password 2 S3cr3tPw9"},
      {"https://svc:a:b:c9@example.com/", "password 2 a:b:c9"},
      {"https://svc::@example.com/", "password 2 :"},
      {"https://svc:p@[2001:db8::1]:80/", "password 2 p"},
      {"https://svc:pw@example.com", "password 2 pw"},
      {"https://svc:S3cr3t%40%2F@example.com", "password 2 S3cr3t%40%2F"},
      {"postgresql://postgres:postgres@", "password 2 postgres"},
      {"https://svc:pass@example.com", "password example 2 pass"},
      {"https://svc:ChangeMe@example.com", "password example 2 ChangeMe"},
      {"https://svc:your-password-here@example.com", "password example 2 your-password-here"},
      {"https://svc:my_secret@example.com", "password example 2 my_secret"},
      {"https://svc:password12345@h.example/", "password 2 password12345"},
      {"https://t:1234567890123456@h.example/", "password 2 1234567890123456"},
      {"https://me@corp.example:pw1@example.com", "password 2 pw1"},
      {"https://www.example.com:443@192.0.2.7/", "password 0 443"},
      {"https://www.example.com:443%2Flogin%3Fid=1@192.0.2.7/", "password 0 443%2Flogin%3Fid=1"},
      {"https://https:%2f%2fexample.com@192.0.2.7/", "password 0 %2f%2fexample.com"},
      {"http://admin:$db_password@example.com", "password 0 $db_password"},
      {"http://admin:$ecret9@example.com", "password 2 $ecret9"},
      {"https://svc:@example.com/", ""},
      {"https://svc@example.com/", ""},
      {"https://@example.com/", ""},
      {"ftp://anonymous:me@example.com@ftp.example.com/", ""},
      {"ftp://anonymous:guest9@ftp.example.com/", ""},
      {"ftp://ftp:x9y8z7@ftp.example.com/", ""},
      {"https://anonymous:S3cr3tPw9@example.com/", "password 2 S3cr3tPw9"},
  });
}

TEST_CASE("secrets: what hides nothing is not masked") {
  check_all({
      {"https://svc:***@example.com/", "password redacted 2 ***"},
      {"https://svc:*@example.com/", "password redacted 2 *"},
      {"https://svc:xxxx@example.com/", "password redacted 2 xxxx"},
      {"https://svc:XXX-XXX@example.com/", "password redacted 2 XXX-XXX"},
      {"https://svc:xx@example.com/", "password 2 xx"},
      {"https://svc:%2A%2A%2A@example.com/", "password redacted 2 %2A%2A%2A"},
      {"https://svc:[REDACTED]@example.com/", "password redacted 2 [REDACTED]"},
      {"https://svc:REDACTED@example.com/", "password redacted 2 REDACTED"},
      {"redis://[[USERNAME:]PASSWORD@]HOST[:PORT]", "password redacted 2 ]PASSWORD"},
      {"https://svc:<password>@example.com/", "password redacted 2 <password>"},
      {"https://svc:%3Cyour-password%3E@example.com/", "password redacted 2 %3Cyour-password%3E"},
      {"https://svc:\xe2\x80\xa2\xe2\x80\xa2@example.com/",
       "password redacted 2 \xe2\x80\xa2\xe2\x80\xa2"},
      {"https://svc:\xe2\x80\xa6@example.com/", "password redacted 2 \xe2\x80\xa6"},
      {"https://svc:...@example.com/", "password redacted 2 ..."},
      {"https://svc:ab***@example.com/", "password redacted 2 ab***"},
      {"https://svc:abcdef***@example.com/", "password 2 abcdef***"},
      {"https://svc:**myuqx*R17@example.com", "password 2 **myuqx*R17"},
  });
}

TEST_CASE("secrets: template syntax outside of holes may be the value itself") {
  check_all({
      {"https://svc:{literal}@example.com/", "password 2 {literal}"},
      {"https://svc:{Zk9fQ2h3b0pX}@example.com/", "password 2 {Zk9fQ2h3b0pX}"},
      {"https://svc:<Zk9fQ2h3b0pX>@example.com/", "password 2 <Zk9fQ2h3b0pX>"},
      {"https://svc:__hunter__@example.com/", "password 2 __hunter__"},
      {"https://{u}:{p}@{h}/", "password example 2 {p}"},
      {"https://example.com/?password={hunterZk9}", "query 2 {hunterZk9}"},
      {"https://example.com/?password={password}", "query example 2 {password}"},
      {"https://svc:${PASSWORD}@example.com/", "password example 2 ${PASSWORD}"},
      {"https://svc:$PASSWORD@example.com/", "password example 0 $PASSWORD"},
      {"https://svc:{{ password }}@example.com/", "password example 2 {{ password }}"},
      {"https://svc:{password}@example.com/", "password example 2 {password}"},
      {"https://svc:{db_pw}@example.com/", "password example 2 {db_pw}"},
      {"https://svc:{quote(pw)}@example.com/", "password example 2 {quote(pw)}"},
      {"https://svc:#{x}@example.com/", "malformed example 0 #{x}"},
      {"https://svc:%7Bdb_pw%7D@example.com/", "password example 2 %7Bdb_pw%7D"},
      {"https://svc:%24%7BPW%7D@example.com/", "password example 2 %24%7BPW%7D"},
      {"https://svc:<%= pw %>@example.com/", "password example 2 <%= pw %>"},
      {"https://svc:%s@example.com/", "password example 2 %s"},
      {"https://svc:%PASSWORD%@example.com/", "password example 2 %PASSWORD%"},
      {"https://svc:ENC[AbC9]@example.com/", "password example 2 ENC[AbC9]"},
      {"https://svc:__PW__@example.com/", "password example 2 __PW__"},
      {"https://svc:${A}-${B}@example.com/", "password example 2 ${A}-${B}"},
  });
}

TEST_CASE("secrets: template syntax mutes only what it covers") {
  check_all({
      {"https://svc:s3cr3t${X}@example.com/", "password 2 s3cr3t${X}"},
      {"https://svc:${X}s3cr3t@example.com/", "password 2 ${X}s3cr3t"},
      {"https://svc:S3cr3tPw9{x}@example.com/", "password 2 S3cr3tPw9{x}"},
      {"https://svc:{S3c#r3t}@example.com/", "malformed 2 {S3c#r3t}"},
      {"https://svc:{S3c!r3t}@example.com/", "password 2 {S3c!r3t}"},
      {"https://svc:$S3cr3t@example.com/", "password 2 $S3cr3t"},
      {"https://svc:%sS3cr3t@example.com/", "password 2 %sS3cr3t"},
      {"https://svc:${PW@example.com/", "password 2 ${PW"},
      {"https://{x}:S3cr3tPw9@{x}.example.com/{x}", "password 2 S3cr3tPw9"},
      // Holes as the finder gives them.
      {"https://\xc2\xab${U}\xc2\xbb:\xc2\xab${P:-a/b@c}\xc2\xbb@example.com/",
       "password template 2 ${P:-a/b@c}"},
      {"https://svc:s3cr3t\xc2\xab${X}\xc2\xbb@example.com/", "password 2 s3cr3t${X}"},
      {"https://svc:v1-\xc2\xab${X}\xc2\xbb@example.com/", "password template 2 v1-${X}"},
      {"https://svc:\xc2\xab%s\xc2\xbb\xc2\xab%d\xc2\xbb@example.com/", "password template 2 %s%d"},
      {"https://\xc2\xab${TOKEN}\xc2\xbb@example.com/", ""},
      {"https://example.com/?api_key=\xc2\xab{k}\xc2\xbb&password=\xc2\xab{p}\xc2\xbbS3cr3t",
       "query template 2 {k} | query 2 {p}S3cr3t"},
  });
}

TEST_CASE("secrets: what a hole says itself") {
  check_all({
      {"https://svc:\xc2\xab"
       "${PW:-Zk9fQ2h3}\xc2\xbb"
       "@example.com/",
       "password 2 ${PW:-Zk9fQ2h3}"},
      {"https://svc:\xc2\xab"
       "${PW:=Zk9fQ2h3}\xc2\xbb"
       "@example.com/",
       "password 2 ${PW:=Zk9fQ2h3}"},
      {"https://svc:\xc2\xab"
       "${db.pw:Zk9fQ2h3}\xc2\xbb"
       "@example.com/",
       "password 2 ${db.pw:Zk9fQ2h3}"},
      {"https://svc:\xc2\xab"
       "{{ default \"Zk9fQ2h3\" .x }}\xc2\xbb"
       "@example.com/",
       "password 2 {{ default \"Zk9fQ2h3\" .x }}"},
      {"https://svc:\xc2\xab"
       "{{ x | default('Zk9fQ2h3') }}\xc2\xbb"
       "@example.com/",
       "password 2 {{ x | default('Zk9fQ2h3') }}"},
      {"https://svc:\xc2\xab"
       "<%= ENV[\"PW\"] || \"Zk9fQ2h3\" %>\xc2\xbb"
       "@example.com/",
       "password 2 <%= ENV[\"PW\"] || \"Zk9fQ2h3\" %>"},
      {"https://example.com/?api_key=\xc2\xab"
       "${K:-Zk9fQ2h3b0pX}\xc2\xbb"
       "",
       "query 2 ${K:-Zk9fQ2h3b0pX}"},
      {"https://svc:\xc2\xab"
       "{Zk9fQ2h3b0pXt7Lw}\xc2\xbb"
       "@example.com/",
       "password 2 {Zk9fQ2h3b0pXt7Lw}"},
      {"https://svc:Zk9\xc2\xab"
       "{fQ2}\xc2\xbb"
       "@example.com/",
       "password 2 Zk9{fQ2}"},
      {"https://example.com/\xc2\xab"
       "${U:+https://u:Zk9fQ2h3@example.net/}\xc2\xbb"
       "",
       "nested 2 Zk9fQ2h3"},
      {"https://example.com/\xc2\xab"
       "${a ? \"https://u:Zk9fQ2h3@example.net/\" : \"\"}\xc2\xbb"
       "",
       "nested 2 Zk9fQ2h3"},
      {"https://\xc2\xab"
       "${a ? \"u:Zk9fQ2h3@\" : \"\"}\xc2\xbb"
       "example.com/",
       "nested 2 Zk9fQ2h3"},
      // Words to begin with, and what is no value.
      {"https://svc:\xc2\xab"
       "${PW:-postgres}\xc2\xbb"
       "@example.com/",
       "password example 2 ${PW:-postgres}"},
      {"https://svc:\xc2\xab"
       "${PW:-changeme}\xc2\xbb"
       "@example.com/",
       "password example 2 ${PW:-changeme}"},
      {"https://svc:\xc2\xab"
       "${PW:-}\xc2\xbb"
       "@example.com/",
       "password template 2 ${PW:-}"},
      {"https://svc:\xc2\xab"
       "${PW:?Zk9fQ2h3 is missing}\xc2\xbb"
       "@example.com/",
       "password template 2 ${PW:?Zk9fQ2h3 is missing}"},
      {"https://svc:\xc2\xab"
       "${PW:-${PW2}}\xc2\xbb"
       "@example.com/",
       "password template 2 ${PW:-${PW2}}"},
      {"https://svc:\xc2\xab"
       "${env:Db2Password}\xc2\xbb"
       "@example.com/",
       "password template 2 ${env:Db2Password}"},
      {"https://svc:\xc2\xab"
       "${ssm:/app/Zk9fQ2h3}\xc2\xbb"
       "@example.com/",
       "password template 2 ${ssm:/app/Zk9fQ2h3}"},
      {"https://svc:\xc2\xab"
       "{{ env \"PASSWORD2x\" }}\xc2\xbb"
       "@example.com/",
       "password template 2 {{ env \"PASSWORD2x\" }}"},
      {"https://svc:\xc2\xab"
       "<%= ENV[\"Zk9PassWord\"] %>\xc2\xbb"
       "@example.com/",
       "password template 2 <%= ENV[\"Zk9PassWord\"] %>"},
      {"https://svc:\xc2\xab"
       "{dbPassword2}\xc2\xbb"
       "@example.com/",
       "password template 2 {dbPassword2}"},
      {"https://example.com/\xc2\xab"
       "${U:-https://example.net/}\xc2\xbb"
       "",
       ""},
      {"https://example.com/\xc2\xab"
       "${U:-https://u:${PW}@example.net/}\xc2\xbb"
       "",
       ""},
      {"https://example.com/\xc2\xab"
       "${a ? \"https://u:********@example.net/\" : \"\"}\xc2\xbb"
       "",
       ""},
  });
}

TEST_CASE("secrets: passwords with raw delimiters") {
  check_all({
      {"https://svc:S3cr3t/Pw9@example.com/", "malformed 2 S3cr3t/Pw9"},
      {"mongodb://app:pa#ss9@db.example.com:27017", "malformed 2 pa#ss9"},
      {"https://svc:S3c?r3t@example.com/a", "malformed 2 S3c?r3t"},
      {"https://svc:a/b?c#d@example.com/", "malformed 2 a/b?c#d"},
      {"https://svc:a/b@c/d@example.com/", "malformed 2 a/b@c/d"},
      {"https://svc:a/b@localhost/", "malformed 2 a/b"},
      {"https://svc:a/b@192.0.2.7/", "malformed 2 a/b"},
      {"https://svc:a/b@[2001:db8::1]:80/", "malformed 2 a/b"},
      {"https://svc:a/b@db:5432/x", "malformed 1 a/b"},
      {"https://svc:a/b@db/x", "malformed 1 a/b"},
      {"redis://:a/b@example.com", "malformed 2 a/b"},
      {"//svc:a/b@example.com", "malformed 2 a/b"},
      {"mysql://svc:a/b@tcp(db.example.com:3306)/x", "malformed 2 a/b"},
      {"https://svc:S3cr3t/Pw9@example.com/@scope/pkg", "malformed 2 S3cr3t/Pw9"},
      {"https://first.last:a/b@example.com/", "malformed 1 a/b"},
      {"https://svc:99887766/b@example.com/", "malformed 2 99887766/b"},
      {"https://svc:/b9x@db.example.com/", "malformed 0 /b9x"},
      {"https://svc:a[b/c9@example.com/", "malformed 2 a[b/c9"},
      {"https://user:p@ss@example.com", "malformed 2 p@ss"},
      {"https://user:p@s/s9@example.com/", "malformed 1 p@s/s9"},
      // Not passwords.
      {"http://localhost:3001/@scope/path/more", ""},
      {"https://npm.example.com/api/npm/@acme/pkg/-/pkg-0.0.26.tgz", ""},
      {"http://host:80/@scope/pkg", ""},
      {"http://example.com:${PORT}/x@y", ""},
      {"http://example.com:\xc2\xab${PORT}\xc2\xbb/x@y.example/", ""},
      {"http://host:port/x@example.com/", ""},
      {"http://host:/@scope/pkg", ""},
      {"http://host:300100/@scope/pkg", ""},
      {"http://[::1]:x/@scope/pkg", ""},
      {"redis://a[fe80::1]/x?u=//a@b.example/", ""},
      {"http://2001:db8::abc/@scope/pkg", ""},
      {"https://user:pass@registry.example.com/@scope/pkg", "password example 2 pass"},
      {"https://user:pw9@registry/@scope/pkg", "password 2 pw9"},
      {"git+ssh://git@git.example.com:npm/npm.git@v1.0.27", ""},
      {"https://svc:abc/ x@example.com", "malformed 2 abc/ x"},
      {"https://svc:abc/ x y@example.com", ""},
      {"https://svc:abc/ x@example", ""},
      {"https://example.org?user:pass@safe.example", ""},
      {"https://maps.example.com/place/@48.85,2.29,17z", ""},
      {"jdbc:postgresql://postgres:5432/mydb", ""},
  });
}

TEST_CASE("secrets: passwords behind hidden delimiters") {
  check_all({
      {"https://svc:S3cr3tPw9\xef\xbc\xa0"
       "example.com/",
       "malformed 2 S3cr3tPw9"},
      {"https://svc\xef\xbc\x9aS3cr3tPw9\xef\xbc\xa0"
       "example.com/",
       "malformed 2 S3cr3tPw9"},
      {"https://svc%3aS3cr3tPw9%40example.com/", "malformed 2 S3cr3tPw9"},
      {"https://svc%3AS3cr3tPw9@example.com/", "malformed 2 S3cr3tPw9"},
      {"https://svc\xef\xbc\x9aS3cr3tPw9@example.com/", "malformed 2 S3cr3tPw9"},
      {"https://svc%3A***%40example.com/", "malformed redacted 2 ***"},
      {"https://www.example.com:80\xef\xbc\xa0"
       "example.net/",
       ""},
      {"https://me%40example.com@example.net/", ""},
      {"https://\xef\xbc\xa1.example.com/a%3Ab%40c", ""},
  });
}

TEST_CASE("secrets: logins and keywords without a scheme") {
  check_all({
      {"svc:S3cr3tPw9@tcp(db.example.com:3306)/x", "property 2 S3cr3tPw9"},
      {"svc:S3cr/3t@Pw9@tcp(db.example.com:3306)/x", "property 2 S3cr/3t@Pw9"},
      {"svc:S3cr3tPw9@unix(/run/db.sock)/x", "property 2 S3cr3tPw9"},
      {"svc:S3cr3tPw9@git.example.com:path", "property 1 S3cr3tPw9"},
      {"svc:S3cr3tPw9@git.example.com", "property 0 S3cr3tPw9"},
      {"email:me@example.com/x", ""},
      {"pkg:npm/left-pad@1.3.0", ""},
      {"git@git.example.com:path", ""},
      {"mailto:me@example.com", ""},
      {"host=db.example.com password=S3cr3tPw9 dbname=x", "property 2 S3cr3tPw9"},
      {"host=db.example.com password='S3 cr3tPw9' dbname=x", "property 2 S3 cr3tPw9"},
      {"password=S3cr3tPw9 host=db.example.com", "property 2 S3cr3tPw9"},
      {"a = b password= x", ""},
      {"Server=db.example.com;Password='S3;cr3t Pw9';x=1", "property 2 'S3;cr3t Pw9'"},
      {"Server=db.example.com;Password=\"S3;cr3tPw9\"", "property 2 \"S3;cr3tPw9\""},
      {"https://example.com/?Password%3DhunterZk9", "nested 2 hunterZk9"},
      {"https://example.com/?a%20b", ""},
      {"https://example.com/?x&password%3DhunterZk9", "nested 2 hunterZk9"},
      {"https://example.com/?https://example.org/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.k9w2",
       "nested 2 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.k9w2"},
      {"https://a.blob.example.net/c/b&sv=2024-01-01&sr=b&sig=AbC%2BdEf%3D",
       "signature 1 AbC%2BdEf%3D"},
      {"https://a.blob.example.net/c/b&sv=2024-01-01&se=2024-01-01T00:00:00Z&sig=AbCdEf&sp=r",
       "signature 1 AbCdEf"},
      {"https://a.blob.example.net/c/b&sv=2024-01-01&sig=AbC%2BdEf%1K", "signature 1 AbC%2BdEf%1K"},
      {"https://example.com/a&token=AbC%2BdEf%3D", ""},
  });
}

TEST_CASE("secrets: tokens as user names") {
  check_all({
      {"https://0123456789abcdef0123@git.example.com/a.git", "token 1 0123456789abcdef0123"},
      {"https://ghp_ExampleExampleExample0123456789@git.example.com/",
       "token 2 ghp_ExampleExampleExample0123456789"},
      {"https://ghp_ExampleExampleExample0123456789:x-oauth-basic@git.example.com/",
       "token 2 ghp_ExampleExampleExample0123456789"},
      {"https://Zx81Qp0Lm4Tr:x-oauth-basic@git.example.com/", "token 1 Zx81Qp0Lm4Tr"},
      {"https://q7Zx81Qp0Lm4TrW2:@api.example.com", "token 1 q7Zx81Qp0Lm4TrW2"},
      {"https://q7Zx81Qp0Lm4TrW2:x@api.example.com", "token 1 q7Zx81Qp0Lm4TrW2"},
      {"https://q7Zx81Qp0Lm4TrW2:S3cr3tPw9@api.example.com", "password 2 S3cr3tPw9"},
      {"https://glpat-Example0123456789xyz:S3cr3tPw9@git.example.com",
       "token 2 glpat-Example0123456789xyz | password 2 S3cr3tPw9"},
      {"https://x-access-token:ghp_ExampleExampleExample0123456789@git.example.com/",
       "password 2 ghp_ExampleExampleExample0123456789"},
      {"vless://01234567-89ab-cdef-0123-456789abcdef@example.com:443",
       "token 2 01234567-89ab-cdef-0123-456789abcdef"},
      {"trojan://hunter2example@example.com:443", "token 2 hunter2example"},
      {"https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.example/42",
       "token 0 0123456789abcdef0123456789abcdef"},
      {"ssh://git@git.example.com/a.git", ""},
      {"https://x-access-token@git.example.com/", ""},
      {"https://oauth2@git.example.com/", ""},
      {"https://x-oauth-basic:x-oauth-basic@git.example.com/", ""},
      {"https://me%40example.com@mail.example.com/", ""},
      {"https://service-account-production-01@git.example.com/", ""},
      {"https://administrator2024@example.com/", ""},
      {"redis://7Kq2Zx8Lm4T$9Rw3Vb6Np@cache.example.com", "token 1 7Kq2Zx8Lm4T$9Rw3Vb6Np"},
      {"https://$user_of_2024_and_2025_x@example.com/", ""},
      {"https://first,last(2024)of(2025)@example.com/", ""},
      {"https://www.bank.example.com.nkv30xot4r477@192.0.2.7/", ""},
  });
}

TEST_CASE("secrets: parameters of query and fragment") {
  check_all({
      {"https://example.com/?api_key=9f8e7d6c5b4a", "query 2 9f8e7d6c5b4a"},
      {"?apiKey=9f8e7d6c5b4a", "query 2 9f8e7d6c5b4a"},
      {"https://example.com/?a=1;b=2;password=x9", "query 2 x9"},
      {"https://example.com/?password=a;b9&c=d", "query 2 a;b9"},
      {"https://example.com/?password=a;c=d", "query 2 a"},
      {"https://example.com/?password=a=b=&c=d", "query 2 a=b="},
      {"https://example.com/?password=a?b#c", "query 2 a?b"},
      {"https://example.com/?user[password]=hunter9", "query 2 hunter9"},
      {"https://example.com/?user%5Bpassword%5D=hunter9", "query 2 hunter9"},
      {"https://example.com/?%70%61ssword=hunter9", "query 2 hunter9"},
      {"https://example.com/?PASSWORD=hunter9", "query 2 hunter9"},
      {"https://example.com/?password2=hunter9", "query 2 hunter9"},
      {"https://example.com/?X-Api-Key=9f8e7d6c&session_token=1a2b3c4d",
       "query 2 9f8e7d6c | query 2 1a2b3c4d"},
      {"https://example.com/?accessToken=9f8e7d6c&OAuthToken=1a2b3c4d",
       "query 2 9f8e7d6c | query 2 1a2b3c4d"},
      {"https://example.com/?password=changeme", "query example 2 changeme"},
      {"https://example.com/?password=***&token=[REDACTED]",
       "query redacted 2 *** | query redacted 2 [REDACTED]"},
      {"https://example.com/?token=ir-iztx-4180", "query 1 ir-iztx-4180"},
      {"https://example.com/?auth=nrerdtch", "query 0 nrerdtch"},
      {"https://example.com/?key=sk_live_744", "query 2 sk_live_744"},
      {"https://example.com/?key=6d9730aa-64af-23a5-2632-2d02994f0b0e",
       "query 0 6d9730aa-64af-23a5-2632-2d02994f0b0e"},
      {"https://example.com/?api_key=$some_key", "query 0 $some_key"},
      {"https://example.com/#access_token=9f8e7d6c&token_type=bearer", "fragment 2 9f8e7d6c"},
      {"https://example.com/#/cb?access_token=9f8e7d6c", "fragment 2 9f8e7d6c"},
      {"https://example.com/?a=b?api_key=9f8e7d6c", "query 2 9f8e7d6c"},
      {"https://example.com/?design=9f8e7d6c5b4a&monkey=9f8e7d6c5b4a&keyword=9f8e7d6c5b4a", ""},
      {"https://example.com/?tokenize=9f8e7d6c5b4a&passwordless=1&compass=9f8e7d6c5b4a", ""},
      {"https://example.com/?grant_type=password&response_type=token&token_type=bearer", ""},
      {"https://example.com/?page_token=9f8e7d6c5b4a&nextToken=9f8e7d6c5b4a", ""},
      {"https://example.com/?csrf_token=9f8e7d6c5b4a&authenticity_token=9f8e7d6c5b4a", ""},
      {"https://example.com/?key=v42&key=homepage&key=123456&code=US", ""},
      {"https://example.com/?token=1&token=true&token=logo.png&token=abc&auth=basic", ""},
      {"https://example.com/?password=&secret&api_key=", ""},
      {"https://example.com/?password=true&secret=0&session_token=2", ""},
      {"https://example.com/?secret_id=9f8e7d6c5b4a&public_key=9f8e7d6c5b4a", ""},
  });
}

TEST_CASE("secrets: signatures and sessions are masked") {
  check_all({
      {"https://a.blob.example.net/c?sv=2024-01-01&se=2030-01-01&sig=AbC%2BdEf%3D",
       "signature 1 AbC%2BdEf%3D"},
      {"https://b.example.net/o?OSSAccessKeyId=EXAMPLEID&Expires=1900000000&Signature=AbCdEf%3D",
       "signature 1 AbCdEf%3D"},
      {"https://b.example.net/o?X-Amz-Signature=0f1e2d3c&X-Amz-Credential=EXAMPLE",
       "signature 1 0f1e2d3c"},
      {"https://b.example.net/o?X-Goog-Signature=0f1e2d3c", "signature 1 0f1e2d3c"},
      {"https://b.example.net/o?sig=12", ""},
      {"https://example.com/cart;jsessionid=1A530637289A", "session 1 1A530637289A"},
      {"https://example.com/cart;jsessionid=1A530637289A/x;v=2?a=b", "session 1 1A530637289A"},
      {"https://example.com/?PHPSESSID=hl5dk4od9258lu1p4k", "session 1 hl5dk4od9258lu1p4k"},
      {"https://example.com/story.pl?sid=00/11/23/1616201", ""},
      {"https://example.com/?sid=class_cat", ""},
  });
}

TEST_CASE("secrets: properties of connection strings") {
  check_all({
      {"jdbc:sqlserver://db.example.com:1433;user=sa;password=S3cr3tPw9;encrypt=true",
       "property 2 S3cr3tPw9"},
      {"jdbc:sqlserver://db.example.com;user=sa;password=a/b?c#d;x=1", "property 2 a/b?c#d"},
      {"sqlserver://db.example.com:1433;user=sa;Pwd={a;b};x=1", "property 2 {a;b}"},
      {"sqlserver://db.example.com:1433;user=sa;Password=hunter9", "property 2 hunter9"},
      {"sqlserver://db:1433;user=me@example.com;Password=hunter9", "property 2 hunter9"},
      {"queue://AccountName=a;AccountKey=Tnk9bvB15x+Zi/GLv==;x=y",
       "property 2 Tnk9bvB15x+Zi/GLv=="},
      {"https://x.config.example.com;Secret=77YzpKverXaL", "property 2 77YzpKverXaL"},
      {"jdbc:postgresql://db.example.com/a?user=s&password=S3cr3tPw9", "property 2 S3cr3tPw9"},
      {"Password=hunter9;Server=db.example.com", "property 2 hunter9"},
      {"mysql://address=(host=db)(user=s)(password=hunter9)/a", "property 2 hunter9"},
      {"mysql:host=db;password=hunter9", "property 2 hunter9"},
      {"sqlserver://db:1433;Password=hunter9;user=me@example.com", "property 2 hunter9"},
      {"jdbc:oracle:thin:scott/tiger9@db.example.com:1521:x", "property 2 tiger9"},
      {"jdbc:oracle:thin:scott/ti@g/er@//db.example.com/x", "property 2 ti@g/er"},
      {"jdbc:oracle:thin:@db.example.com:1521:x", ""},
      {"jdbc:sqlserver://db.example.com;password=${PW};x=1", "property example 2 ${PW}"},
      {"sip:alice:S3cr3tPw9@sip.example.com", "property 2 S3cr3tPw9"},
      {"sip:alice@sip.example.com", ""},
      {"mailto:me@example.com", ""},
  });
}

TEST_CASE("secrets: what shows by itself") {
  // {"alg":"HS256"}, {"sub":"example"}
  const std::string jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.k9w2Ex-_";
  CHECK(dump("https://example.com/?t=" + jwt + "&u=1") == "jwt 2 " + jwt);
  CHECK(dump("https://example.com/?" + jwt) == "jwt 2 " + jwt);
  CHECK(dump("https://example.com/a/" + jwt + "/b") == "jwt 2 " + jwt);
  CHECK(dump("https://example.com/#id_token=" + jwt) == "fragment 2 " + jwt);
  CHECK(dump("https://example.com/#" + jwt) == "fragment 2 " + jwt);
  check_all({
      // {"typ":"JWT"}, {"x":{"alg":1}}, and half a header
      {"https://example.com/a/eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9",
       "jwt 2 eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9"},
      {"https://example.com/a/eyJhbGciOiJub25lIn0.tar-of-something", ""},
      {"https://example.com/?t=eyJ0eXAiOiJKV1QifQ.eyJzdWIiOiJleGFtcGxlIn0.k9w2", ""},
      {"https://example.com/?t=eyJ4Ijp7ImFsZyI6MX19.eyJzdWIiOiJleGFtcGxlIn0.k9w2", ""},
      {"https://example.com/?t=eyJhbGciOiJIUzI1Ni.eyJzdWIiOiJleGFtcGxlIn0.k9w2", ""},
      {"https://example.com/?k=AKIAQ7ZX81QP0LM4TRW2", "known 2 AKIAQ7ZX81QP0LM4TRW2"},
      {"https://example.com/?k=AKIAQ7ZX81QP0LM4TRW2Q7", ""},
      {"https://example.com/?AWSAccessKeyId=AKIAQ7ZX81QP0LM4TRW2", ""},
      {"https://example.com/?k=AKIAQ7ZX81QP0EXAMPLE", "known example 2 AKIAQ7ZX81QP0EXAMPLE"},
      {"https://example.com/hf_transfer_benchmarks_of_2026_with_long_names", ""},
      {"https://hooks.example.com/services/T0/B0/9f8e7d6c5b4a", "path 2 9f8e7d6c5b4a"},
      {"https://example.com/services/T0/B0/9f8e7d6c5b4a", ""},
      {"https://x.example.com/bot1:AAExample9f8e7d6c5b4a39281706Ex/getMe",
       "path 2 AAExample9f8e7d6c5b4a39281706Ex"},
      {"https://x.example.com/(S(1a2b3c4d5e6f7g8h9i0j))/a.aspx", "session 2 1a2b3c4d5e6f7g8h9i0j"},
  });
}

TEST_CASE("secrets: in a URI inside, and where only other parsers see an authority") {
  check_all({
      {"jdbc:mysql://svc:S3cr3tPw9@db.example.com/x", "nested 2 S3cr3tPw9"},
      {"jdbc:mysql://svc:S3c/r3t@db.example.com/x", "nested 2 S3c/r3t"},
      {"view-source:https://svc:S3cr3tPw9@example.com/", "nested 2 S3cr3tPw9"},
      {"https://example.com/?next=https://svc:S3cr3tPw9@example.net/", "nested 2 S3cr3tPw9"},
      {"https://example.com/?next=//svc:S3cr3tPw9@example.net/", "nested 2 S3cr3tPw9"},
      {"https://example.com/https://svc:S3cr3tPw9@example.net/", "nested 2 S3cr3tPw9"},
      {"https://example.com/?next=https%3A%2F%2Fsvc%3AS3cr3t%40example.net", "nested 2 S3cr3t"},
      {"https://example.com/?next=https%3a//svc:S3cr3t@example.net", "nested 2 S3cr3t"},
      {"https://example.com/?n=https%253A%252F%252Fsvc%253AS3cr3t%2540example.net",
       "nested 2 S3cr3t"},
      {"https://example.com/?n=https%3A%2F%2Fsvc%3AS3c%252Fr3t%40example.net",
       "nested 2 S3c%252Fr3t"},
      {"https://example.com/?n=https%3A%2F%2Fexample.net%2F%3Fapi_key%3D9f8e7d%26a%3Db",
       "nested 2 9f8e7d"},
      {"https://example.com/?n=%2Fa%3Fx%3D1%26password%3Dhunter9&b=c", "nested 2 hunter9"},
      {"https://example.com/?a=//x&n=https%3A%2F%2Fu%3Apw9%40example.net", "nested 2 pw9"},
      {"https:svc:S3cr3tPw9@example.com/", "nested 2 S3cr3tPw9"},
      {"https:/svc:S3cr3tPw9@example.com/", "nested 2 S3cr3tPw9"},
      {"https:///svc:S3cr3tPw9@example.com/", "nested 2 S3cr3tPw9"},
      {"https:\\\\svc:S3cr3tPw9@example.com\\", "nested 2 S3cr3tPw9"},
      {"\\\\svc:S3cr3tPw9@example.com/", "nested 2 S3cr3tPw9"},
      {"https://a.example.comhttps://svc:S3cr3tPw9@b.example.com/", "nested 2 S3cr3tPw9"},
      {"https://a.example.com:8080https://b.example.com/", ""},
      {"https://a.example.com//svc@b.example.com/", ""},
      {"https://example.com/?u=svc:S3cr3tPw9@example.net", ""},
      {"https://example.com/?next=https%3A%2F%2Fexample.net%2F%40scope%2Fpkg", ""},
      {"https://example.com/?u=https%3A%2F%2Fwww.example.com%40192.0.2.7%2F", ""},
      {"https://example.com/?q=a%3Db%26c%3Dd", ""},
      {"https://example.com/a%26password%3Dhunter9", ""},
      {"/a/b:c@d", ""},
  });
}

TEST_CASE("secrets: overlapping facts become one that masks all") {
  check_all({
      {"mongodb://app:pa#password=x@example.com", "malformed 2 pa#password=x@example.com"},
      {"https://example.com/?password=https://u:pw9@example.net/",
       "query 2 https://u:pw9@example.net/"},
      {"https://u:p9;password=q@example.com", "password 2 p9;password=q"},
  });
}

TEST_CASE("secrets: names and hosts of facts") {
  const std::string text = "https://svc:S3cr3t/Pw9@example.com:8080/";
  const auto facts = facts_of(text);
  REQUIRE(facts.size() == 1);
  CHECK(slice(text, facts[0].name) == "svc");
  CHECK(slice(text, facts[0].host) == "example.com");
  const std::string query = "https://example.com/?a=b&Api-Key=9f8e7d6c";
  const auto pairs = facts_of(query);
  REQUIRE(pairs.size() == 1);
  CHECK(slice(query, pairs[0].name) == "Api-Key");
}

TEST_CASE("secrets: data tables") {
  const auto known = [](std::string_view name) {
    return std::any_of(std::begin(tables::kSecretParameters), std::end(tables::kSecretParameters),
                       [&](const auto& row) { return row.name == name; });
  };
  const std::set<std::string_view> roles = {"certain",   "likely",  "doubtful",
                                            "signature", "session", "none"};
  for (const auto& row : tables::kSecretParameters) {
    CAPTURE(row.name);
    // One look-up of the last word ends most names.
    CHECK(known(row.name.substr(row.name.rfind('-') + 1)));
    CHECK(roles.count(row.role) == 1);
    CHECK(row.name.size() <= 40);
    CHECK(std::count(row.name.begin(), row.name.end(), '-') < 5);
  }
  const std::set<std::string_view> words = {"redacted", "example", "switch", "plain"};
  for (const auto& row : tables::kPlaceholderWords) CHECK(words.count(row.role) == 1);
  const std::set<std::string_view> users = {"user", "fixed-password", "both"};
  for (const auto& row : tables::kPlainUserNames) CHECK(users.count(row.role) == 1);
}

// `text` with what is masked in `[begin, end)` as `[…]`.
std::string stray(std::string_view text, Off begin, Off end) {
  std::vector<UriSpan> masks;
  find_stray_secrets(text, {begin, end}, masks);
  std::string out;
  std::size_t at = 0;
  for (const UriSpan mask : masks) {
    REQUIRE(mask.begin >= at);
    REQUIRE(mask.end <= text.size());
    out += std::string(text.substr(at, mask.begin - at)) + '[';
    out += std::string(text.substr(mask.begin, mask.end - mask.begin)) + ']';
    at = mask.end;
  }
  return out + std::string(text.substr(at));
}

TEST_CASE("secrets: in the text around URIs") {
  const std::initializer_list<const char*> cases = {
      "or Server=db.example.com;User Id=svc;Password=[S3cr3tPw9];Encrypt=true but",
      "PWD=[S3cr3tPw9];UID=svc", "uses password=[S3cr3tPw9]", "Pwd=[{S3;Pw}] is",
      "Account Key=[Ab3dEf6hIj9lMn2pQr5t==];Suffix=x", "pwd=[{S3cr3t;Pw9}];x=1",
      "jdbc:x:(user=svc)(password=[S3cr3tPw9])/app", "password = \"[S3cr3t;Pw9]\", x",
      "password: '[S3cr3t Pw9]'", "{\"password\": \"[S3\\\"cr3tPw9]\", \"a\": 1}",
      "{\\\"password\\\": \\\"[S3cr3tPw9\\]\"}", "password: [S3cr3tPw9] x",
      "'password' => '[S3cr3tPw9]'", "a\\u0026password=[S3cr3tPw9]\" x", "&amp;pwd=[S3cr3tPw9]&lt;",
      "password=\"[S3cr3tPw9] x", "key ([ghp_0123456789abcdefABCDEF0123456789abcd])",
      "bearer [eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.k9w2Ex-_], b",
      // Command lines and headers.
      "curl -u svc:[S3cr3tPw9] x", "curl -usvc:[S3cr3tPw9] x", "curl --user 'svc:[S3cr3tPw9]'",
      "curl --proxy-user=svc:[S3cr3tPw9] x", R"(-u", "svc:[S3cr3tPw9]", "x")",
      "wget --password [S3cr3tPw9] x", "x --oauth2-bearer [S3cr3tPw9]",
      "sshpass -p [S3cr3tPw9] ssh", "docker login -u x -p [S3cr3tPw9] y",
      "mysql -uroot -p[S3cr3tPw9] x", "mysql; nc -pS3cr3tPw9",
      R"(-H "Authorization: Bearer [S3cr3tPw9]")",
      "proxy-authorization: basic [c3ZjOlMzY3IzdFB3OQ==]",
      "machine a.example login svc password [S3cr3tPw9] # x", "login with a password of yours",
      "docker run -u 1000:1000 x", "x -u svc:${PW} y", "x --password --token-type y",
      "ssh -p 2222 x", "a -u https://example.com/", "Authorization: Bearer ${TOKEN}",
      "Authorization: Bearer <token>",
      // Nothing to hide.
      "password=${DB_PASSWORD};x=1", "if password == S3cr3tPw9x", "password != S3cr3tPw9x",
      "the password: see below", "password=***", "user=svc;name=S3cr3tPw9", "=S3cr3tPw9",
      "password=", "password=;a=b"};
  for (const char* expected : cases) {
    std::string text(expected);
    text.erase(
        std::remove_if(text.begin(), text.end(), [](char c) { return c == '[' || c == ']'; }),
        text.end());
    CAPTURE(text);
    CHECK(stray(text, 0, static_cast<Off>(text.size())) == expected);
  }
  // What begins outside is not looked at, names may.
  CHECK(stray("pwd=S3cr3tPw9;pwd=S3cr3tPw8 pwd=S3cr3tPw7", 4, 20) ==
        "pwd=S3cr3tPw9;pwd=[S3cr3tPw8] pwd=S3cr3tPw7");
  CHECK(stray("pwd=https://example.com/", 0, 4) == "pwd=https://example.com/");
  CHECK(stray("", 0, 0).empty());
}

TEST_CASE("secrets: the rest of a password that ended the URI") {
  const std::pair<const char*, const char*> cases[] = {
      {"a https://usr:S3c)r3t(x@db/ b", "S3c)r3t(x"},
      {"a https://usr:S3c)r3t x@db/ b", ""},  // a sentence, or a password of which nobody knows
      {"a https://usr:S3c)r3t x@db.example.com/ b", "S3c)r3t x"},
      {"a ftp://usr:>S3cr3t@db.example.com/p", ">S3cr3t"},
      {"a ftp://usr:S3c@r3t`x@db/p", "S3c@r3t`x"},
      {"//usr:S3cr3tPw9@db/p", "S3cr3tPw9"},
      {"see http://example.com: me@example.com", ""},
      {"https://example.com:8080/@scope/x", ""},
      {"ssh://git@example.com:org/x@v1", ""},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    std::vector<UriSpan> masks;
    find_stray_passwords(text, {0, static_cast<Off>(std::string_view(text).size())}, masks);
    REQUIRE(masks.size() == (*expected == '\0' ? 0U : 1U));
    if (!masks.empty())
      CHECK(std::string_view(text).substr(masks[0].begin, masks[0].size()) == expected);
  }
}

TEST_CASE("secrets: hostile shapes stay linear, bounded and in order") {
  // A quadratic step would take minutes here.
  constexpr std::size_t kSize = 1 << 20;
  for (const char* shape : {":@",
                            "&",
                            "=",
                            "@",
                            "&password=x",
                            "&token=",
                            "?token=1",
                            "?key=",
                            ";key={",
                            ";pwd={",
                            "://a:b@",
                            "://a:b/",
                            "=//",
                            "%3A%2F%2Fa%3Ab%40",
                            "%3Ftoken%3D1%253Ftoken%253D1",
                            "%25",
                            "%3D",
                            "@a.b",
                            "@a:1",
                            ";;;;",
                            "/@x/",
                            "#",
                            "?",
                            "%",
                            "{",
                            "${",
                            "***",
                            "x",
                            "%40",
                            "a.",
                            "%3Fkey%3D",
                            "%2525253D",
                            "=https%3A%2F%2F",
                            ";password=a",
                            "token=",
                            "pwd='",
                            "pwd=\"",
                            "pwd : ",
                            "-u a:",
                            "-u ",
                            "mysql -pa ",
                            "machine login password a ",
                            "--password ",
                            "Authorization: Bearer ",
                            "eyJhbGciOiJub25lIn0.",
                            "\\",
                            "[",
                            "@["}) {
    for (const char* head : {"https://", "https://u:p/", "https://h/?a=", "jdbc:", "//", ""}) {
      CAPTURE(shape, head);
      const std::string text = head + repeated(shape, kSize);
      const UriParts parts = split(std::string_view(text));
      std::vector<SecretFact> facts;
      classify_secrets(parts, text, {}, facts);
      check_order(facts, text.size());
      std::vector<UriSpan> masks;
      find_stray_secrets(text, {0, static_cast<Off>(text.size())}, masks);
      Off at = 0;
      for (const UriSpan mask : masks) {
        REQUIRE(mask.begin >= at);
        REQUIRE(mask.begin < mask.end);
        REQUIRE(mask.end <= text.size());
        at = mask.end;
      }
    }
  }
}

TEST_CASE("secrets: what does not fit into the limit is masked to the end") {
  std::string text = "https://example.com/?a=b";
  for (std::size_t i = 0; i < kMaxSecretFacts + 100; ++i) text += "&password=hunter9";
  const auto facts = facts_of(text);
  check_order(facts, text.size());
  CHECK(facts.size() == kMaxSecretFacts);
  CHECK(facts.back().value.end == text.size());
  for (std::size_t at = text.find("hunter9"); at != std::string::npos;
       at = text.find("hunter9", at + 1)) {
    REQUIRE(covered(facts, at, at + 7));
  }
}

TEST_CASE("secrets: a password is covered whatever it consists of") {
  std::mt19937 random(20261130);
  const std::string_view alphabet = "abcXYZ019-._~!$&'()*+,;=:@/?#[]%{}<>|^`\\\"";
  const auto pick = [&](std::size_t size) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i) out += alphabet[random() % alphabet.size()];
    return out;
  };
  for (int round = 0; round < 20000; ++round) {
    // Begins with letters, so that it is neither a number nor a template.
    const std::string password = "Qz" + pick(random() % 12) + "9kW";
    const bool encloses = password.find_first_of("/?#") != std::string::npos;
    // An `@` behind which a host seems to stand is the end of the password for any reader.
    if (encloses && password.find('@') != std::string::npos) continue;
    if (encloses && password.find('"') != std::string::npos) continue;
    const std::string text = "https://svc:" + password + "@example.com/a?b=c#d";
    CAPTURE(text);
    const UriParts parts = split(std::string_view(text));
    std::vector<SecretFact> facts;
    classify_secrets(parts, text, {}, facts);
    check_order(facts, text.size());
    REQUIRE(covered(facts, 12, 12 + password.size()));
  }
}

TEST_CASE("secrets: signals that wake the classifier miss nothing") {
  std::mt19937 random(7);
  const std::vector<std::string_view> words = {"https",
                                               ":",
                                               "//",
                                               "@",
                                               "/",
                                               "?",
                                               "#",
                                               "&",
                                               "=",
                                               ";",
                                               "%3D",
                                               "%40",
                                               "%",
                                               "a",
                                               "b.c",
                                               "9f",
                                               "token",
                                               "S3cr3",
                                               "password",
                                               "%2F",
                                               "%3",
                                               "jdbc:",
                                               "sip:",
                                               "\\",
                                               "(",
                                               ")",
                                               "AKIAQ7ZX81QP0LM4TRW2",
                                               "/bot1:",
                                               "[",
                                               "]",
                                               "{x}",
                                               "%3A%2F%2F",
                                               "%253F",
                                               "x9Y8z7W6v5U4t3S2"};
  for (int round = 0; round < 100000; ++round) {
    std::string text;
    for (std::size_t i = random() % 14; i > 0; --i) text += words[random() % words.size()];
    UriParts parts = split(std::string_view(text));
    std::vector<SecretFact> gated;
    classify_secrets(parts, text, {}, gated);
    check_order(gated, text.size());
    parts.signals =
        Signals{static_cast<std::uint64_t>(parts.signals) | kSecretWake | bit(Signal::pct)};
    std::vector<SecretFact> all;
    classify_secrets(parts, text, {}, all);
    CAPTURE(text);
    REQUIRE(gated.size() == all.size());
  }
}

TEST_CASE("secrets: appends to what is there") {
  std::vector<SecretFact> facts(1);
  const std::string text = "https://svc:S3cr3tPw9@example.com/?password=hunter9";
  classify_secrets(split(std::string_view(text)), text, {}, facts);
  CHECK(facts.size() == 3);
}

TEST_CASE("secrets: what stands in place of a port may be a password that was cut") {
  CHECK(dump("https://svc:hunter2Zk9") == "cut 0 hunter2Zk9");
  CHECK(dump("https://svc:Zq7/x?y") == "cut 0 Zq7");
  CHECK(dump("https://svc:Zq7b%3A") == "cut 0 Zq7b%3A");
  CHECK(dump("https://svc:Zq7b:Zk9") == "cut 0 Zq7b:Zk9");
  CHECK(dump("https://svc:hunter2Zk9:8080/") == "cut 0 hunter2Zk9:8080");
  CHECK(dump("https://svc:8080:80").empty());
  CHECK(dump("https://svc:x#Zk9b@127.1/") == "malformed 1 x#Zk9b");
  for (const std::string_view uri :
       {"http://example.com:80x/", "http://example.com:port1/", "http://example.com:portnumber/",
        "http://example.com:abc/", "http://example.com:8080", "http://example.com:"}) {
    CAPTURE(uri);
    CHECK(dump(uri).empty());
  }
}

TEST_CASE("secrets: the shared list of URLs with secrets") {
  const char* shared = std::getenv("URILINT_SHARED");
  std::ifstream in(std::string(shared == nullptr ? "" : shared) +
                   "/corpora/secrets/url-borne-secrets.jsonl");
  if (shared == nullptr || !in) {
    WARN("skipped: URILINT_SHARED does not name the shared data");
    return;
  }
  constexpr std::string_view kKey = "{\"url\": \"";
  std::size_t lines = 0;
  std::size_t credentials = 0;
  std::size_t found = 0;
  for (std::string line; std::getline(in, line);) {
    REQUIRE(line.compare(0, kKey.size(), kKey) == 0);
    const std::string url = line.substr(kKey.size(), line.find("\", \"kinds\"") - kKey.size());
    ++lines;
    // Secrets in the path of a webhook are another matter.
    if (line.find("\"userinfo-") == std::string::npos &&
        line.find("\"query-") == std::string::npos) {
      continue;
    }
    ++credentials;
    found += facts_of(std::string_view(url)).empty() ? 0U : 1U;
  }
  CHECK(lines > 140);
  // What is left: no secret at all, a query without its `?`, a token of ordinary words.
  CHECK(found + 8 >= credentials);
}
