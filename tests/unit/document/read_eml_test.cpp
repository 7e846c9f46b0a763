#include <catch2/catch.hpp>
#include <string>

#include "document/mail_structure.hpp"
#include "find/finder.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string eml(std::string_view text) { return dump(Format::eml, text); }
std::string links(std::string_view text) { return dump_links(Format::eml, text); }

class Uris final : public SegmentSink {
 public:
  Uris(Document& document, std::string& out, std::string_view text)
      : document_(document), out_(out), text_(text) {}
  bool segment(const Segment& segment) override {
    find_uris(document_, segment, {false, true}, [this](const Candidate& candidate) {
      const SourceSpan source = document_.to_source(candidate.where);
      out_.append(document_.bytes(candidate.where)).append(" | ");
      out_.append(text_.substr(source.begin, source.size())).append(" | ");
      out_.append(candidate.key).append("\n");
      return true;
    });
    return true;
  }
  bool link(const Link& /*link*/) override { return true; }

 private:
  Document& document_;
  std::string& out_;
  std::string_view text_;
};

/// What is found, the bytes that spell it, and the key: one a line.
std::string uris(std::string_view text, Format format = Format::eml) {
  std::string out;
  Document document;
  document.add({text, {}, Layer::raw});
  Uris sink(document, out, text);
  read_document(format, document, {kRawText, 0, static_cast<Off>(text.size())}, {}, sink);
  return out;
}

}  // namespace

TEST_CASE("the mail module is there") { REQUIRE(why_no_mail().empty()); }

TEST_CASE("fields of a message") {
  CHECK(eml("From: a@example.com\nSubject: =?utf-8?q?see?= =?utf-8?q?_x?=\n\nhello\n") ==
        "prose <From> header.From: a@example.com\n"
        "prose transfer <Subject> header.Subject: see x\n"
        "prose part[1].\"text/plain\": hello\\n\n");
  // Identifiers and signatures are no links; the way of a message is not one of hosts to visit.
  CHECK(
      uris("Message-ID: <a@example.com>\nReferences: <b@example.com>\n"
           "DKIM-Signature: v=1; i=@example.com; bh=https://a.example/\nContent-ID: <c@d.example>\n"
           "Received: from www.example.com by b; Mon\n\tfor <e@example.com>\n"
           "Return-Path: <f@example.com>\n\n") ==
      "f@example.com | f@example.com | header.Return-Path\n");
  CHECK(uris("Received-SPF: fail (see https://spf.example/why)\n\n") ==
        "https://spf.example/why | https://spf.example/why | header.Received-SPF\n");
}

TEST_CASE("URLs between angle brackets in fields") {
  CHECK(eml("List-Unsubscribe: (how) <https://example.com/a?\r\n b=c>, <mailto:d@example.com>\r\n"
            "\r\n") ==
        "prose <List-Unsubscribe> header.List-Unsubscribe: (how) \n"
        "value transfer <List-Unsubscribe> header.List-Unsubscribe: https://example.com/a?b=c\n"
        "prose <List-Unsubscribe> header.List-Unsubscribe: , \n"
        "value <List-Unsubscribe> header.List-Unsubscribe: mailto:d@example.com\n");
  CHECK(
      uris("Archived-At: https://example.com/1\nX-Report-URL: <https://example.com/2\nA: b\n\n") ==
      "https://example.com/1 | https://example.com/1 | header.Archived-At\n"
      "https://example.com/2 | https://example.com/2 | header.X-Report-URL\n");
  CHECK(uris("List-Help: https://example.com/1,https://example.com/2\n\n") ==
        "https://example.com/1 | https://example.com/1 | header.List-Help\n"
        "https://example.com/2 | https://example.com/2 | header.List-Help\n");
}

TEST_CASE("a body is decoded, and places lead back to its bytes") {
  CHECK(uris("Subject: a\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
             "see https://example.com/?a=3Db=\n&c now\n") ==
        "https://example.com/?a=b&c | https://example.com/?a=3Db=\n&c | part[1].\"text/plain\"\n");
  CHECK(uris("Subject: a\nContent-Transfer-Encoding: base64\n\nc2VlIGh0dHBzOi8vZXhhbXBs\n"
             "ZS5jb20vIG5vdw==\n") ==
        "https://example.com/ | IGh0dHBzOi8vZXhhbXBs\nZS5jb20v | part[1].\"text/plain\"\n");
  CHECK(uris("Subject: a\nContent-Type: text/plain; charset=utf-16le\n"
             "Content-Transfer-Encoding: base64\n\naAB0AHQAcAA6AC8ALwBhAC4AYgAvAA==\n") ==
        "http://a.b/ | aAB0AHQAcAA6AC8ALwBhAC4AYgAvAA | part[1].\"text/plain\"\n");
  CHECK(uris("Subject: a\nContent-Type: text/plain; format=flowed; delsp=yes\n\n"
             "https://example.com/a/ \nb c\n") ==
        "https://example.com/a/b | https://example.com/a/ \nb | part[1].\"text/plain\"\n");
}

TEST_CASE("HTML of mail has links and no comments") {
  const std::string_view text =
      "Subject: a\nContent-Type: text/html\n\n"
      "<!-- urilint: ignore[x] --><a href=\"https://a.example/?b&amp;c\">https://d.example</a>\n";
  CHECK(links(text) == "https://a.example/?b&c | https://d.example\n");
  CHECK(eml(text).find("comment") == std::string::npos);
  CHECK(uris(text) ==
        "https://a.example/?b&c | https://a.example/?b&amp;c | part[1].\"text/html\".a.href\n"
        "https://d.example | https://d.example | part[1].\"text/html\"\n");
  CHECK(uris("Subject: a\nContent-Type: text/html\n\n<img src=\"cid:a@example.com\">\n").empty());
}

TEST_CASE("parts are numbered as IMAP numbers them") {
  CHECK(
      uris("Content-Type: multipart/mixed; boundary=o\n\npre https://p.example/\n--o\n"
           "Content-Type: multipart/alternative; boundary=i\n\n--i\n\nhttps://a.example/\n--i\n"
           "Content-Type: text/html\n\n<b>https://b.example/\n--i--\n--o\n"
           "Content-Type: message/rfc822\n\nSubject: https://s.example/\n"
           "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Location: https://l.example/"
           "\n\nhttps://c.example/\n--m--\n--o\nContent-Type: message/rfc822\n\nSubject: x\n\n"
           "https://d.example/\n--o--\npost https://e.example/\n") ==
      "https://p.example/ | https://p.example/ | \n"
      "https://a.example/ | https://a.example/ | part[1][1].\"text/plain\"\n"
      "https://b.example/ | https://b.example/ | part[1][2].\"text/html\"\n"
      "https://s.example/ | https://s.example/ | part[2].header.Subject\n"
      "https://l.example/ | https://l.example/ | part[2][1].header.Content-Location\n"
      "https://c.example/ | https://c.example/ | part[2][1].\"text/plain\"\n"
      "https://d.example/ | https://d.example/ | part[3][1].\"text/plain\"\n"
      "https://e.example/ | https://e.example/ | \n");
}

TEST_CASE("calendars in mail") {
  CHECK(uris("Content-Type: text/calendar\n\nBEGIN:VEVENT\r\n"
             "DESCRIPTION;ALTREP=\"https://a.example/\":see\\nhttps://b.exam\r\n ple/x\\, y\r\n"
             "URL:https://c.example/\r\n"
             "X-ALT-DESC;FMTTYPE=text/html:<a href=\"https://d.example/\\;e\">f</a>\r\n"
             "END:VEVENT\r\n") ==
        "https://a.example/ | https://a.example/ | part[1].\"text/calendar\".DESCRIPTION\n"
        "https://b.example/x | https://b.exam\r\n ple/x | part[1].\"text/calendar\".DESCRIPTION\n"
        "https://c.example/ | https://c.example/ | part[1].\"text/calendar\".URL\n"
        "https://d.example/;e | https://d.example/\\;e | "
        "part[1].\"text/calendar\".X-ALT-DESC.a.href\n");
}

TEST_CASE("attachments are read by their type or their name") {
  const auto attached = [](std::string_view fields, std::string_view body) {
    return uris("Subject: a\n" + std::string(fields) + "\n\n" + std::string(body));
  };
  CHECK(attached("Content-Type: application/octet-stream; name=a.html\n"
                 "Content-Transfer-Encoding: base64",
                 "PGEgaHJlZj0iaHR0cHM6Ly9hLmV4YW1wbGUvIj4=\n") ==
        "https://a.example/ | aHR0cHM6Ly9hLmV4YW1wbGUv | "
        "part[1].\"application/octet-stream\".a.href\n");
  CHECK(attached("Content-Disposition: attachment; filename=\"a.json\"",
                 "{\"u\":\"https:\\/\\/a.b\\/\"}") ==
        "https://a.b/ | https:\\/\\/a.b\\/ | part[1].\"text/plain\".u\n");
  CHECK(attached("Content-Type: application/octet-stream; name=a.eml\n"
                 "Content-Transfer-Encoding: base64",
                 "U3ViamVjdDogaHR0cHM6Ly9hLmV4YW1wbGUvCgpi\n") ==
        "https://a.example/ | aHR0cHM6Ly9hLmV4YW1wbGUv | part[1].header.Subject\n");
  // A picture holds bytes, not text.
  CHECK(attached("Content-Type: image/png\nContent-Transfer-Encoding: base64",
                 "aHR0cHM6Ly9hLmV4YW1wbGUv\n")
            .empty());
  CHECK(attached("Content-Type: application/x-unheard-of", "https://a.example/ b") ==
        "https://a.example/ | https://a.example/ | part[1].\"application/x-unheard-of\"\n");
}

TEST_CASE("broken messages lose no URI") {
  const std::string url = "https://a.example/";
  const std::string_view broken[] = {
      "https://a.example/",
      "\nhttps://a.example/",
      "Subject: a\nhttps://a.example/\n\nb",
      "no field https://a.example/\nSubject: a\n\nb",
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttps://a.example/",
      "Content-Type: multipart/mixed; boundary=b\n\nhttps://a.example/\n",
      "Content-Type: multipart/mixed\n\n--b\n\nhttps://a.example/\n--b--\n",
      "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\n"
      "aHR0cHM6Ly9hLmV4YW1wbGUv\n",
      "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\n--b\n\n"
      "https://a.example/\n--b--\n",
      "Content-Type: text/html\nContent-Type: text/plain\n\nhttps://a.example/\n",
      "Subject: a\r\r\n\r\nhttps://a.example/\r\n",
      "Subject: a\rX: https://a.example/\r\rb",
      "Content-Type: multipart/mixed; boundary=\"b\n\n--b\n\nhttps://a.example/\n",
      "Content-Type: text/plain; charset=no-such-charset\n\n\xe9 https://a.example/ \xe9",
      "Content-Type: no type\n\nhttps://a.example/",
      "Content-Transfer-Encoding: no-such\n\nhttps://a.example/",
      "Subject: \xe9 https://a.example/ \xff\n\n",
  };
  for (const std::string_view text : broken) {
    CAPTURE(text);
    CHECK(uris(text).find(url + " |") != std::string::npos);
  }
  using namespace std::string_view_literals;
  CHECK(uris("Subject: a\n\nnul\0 https://a.example/ \0"sv).find(url) != std::string::npos);
  CHECK(uris("Subject\0: a\n\nhttps://a.example/"sv).find(url) != std::string::npos);
}

TEST_CASE("strange lines among fields do not hide what the body is") {
  for (const std::string before : {"", "garbage\n", "\n\n", "Subject: x\ngarbage\n",
                                   "Subject : x\n", "From a@b Thu Jan  1 00:00:00 2026\n"}) {
    CAPTURE(before);
    CHECK(
        uris(before + "Content-Type: text/html\n\n<a href=\"https&#58;//a.example/\">")
            .find("https://a.example/ | https&#58;//a.example/ | part[1].\"text/html\".a.href\n") !=
        std::string::npos);
  }
}

TEST_CASE("deep and wide messages end") {
  std::string deep = "From: a@example.com\n";
  for (int i = 0; i < 100000; ++i) {
    const std::string name = "b" + std::to_string(i);
    deep += "Content-Type: multipart/mixed; boundary=" + name + "\n\n--" + name + "\n";
  }
  deep += "\nhttps://a.example/\n";
  CHECK(uris(deep).find("https://a.example/ |") != std::string::npos);
  std::string inside;
  for (int i = 0; i < 100000; ++i) inside += "Content-Type: message/rfc822\n\n";
  inside += "\nhttps://a.example/\n";
  CHECK(uris(inside).find("https://a.example/ |") != std::string::npos);
  std::string wide = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 20000; ++i) wide += "--b\n\nhttps://a.example/\n";
  const std::string found = uris(wide);
  CHECK(std::count(found.begin(), found.end(), '\n') == 20000);
}

TEST_CASE("what would be dear is read as text") {
  std::string fields;
  for (int i = 0; i < 1000000; ++i) fields += "a:b\n";
  CHECK(MailStructure(fields).limited());
  CHECK(uris(fields + "\nhttps://a.example/").find("https://a.example/ |") != std::string::npos);
  std::string parameters = "Content-Type: text/plain";
  for (int i = 0; i < 1000000; ++i) parameters += ";a=b";
  CHECK(MailStructure(parameters + "\n\nc").limited());
  std::string dashes = "From: a\n";
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "b" + std::to_string(i);
    dashes += "Content-Type: multipart/mixed; boundary=" + name + "\n\n--" + name + "\n";
  }
  CHECK_FALSE(MailStructure("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nc").limited());
  for (int i = 0; i < 1000000; ++i) dashes += "--a\n";
  CHECK(MailStructure(dashes).limited());
}

TEST_CASE("messages of a mailbox") {
  const std::string_view text =
      "From a@example.com Thu Jan  1 00:00:00 2026\nSubject: a\n\nhttps://a.example/\n>From b\n"
      "From here on https://b.example/\n\n"
      "From c@example.com Thu Jan  1 00:00:00 2026 +0000\nSubject: b\nContent-Type: text/html\n\n"
      "<a href=https://c.example/>\n";
  CHECK(uris(text, Format::mbox) ==
        "a@example.com | a@example.com | message[1]\n"
        "https://a.example/ | https://a.example/ | message[1].part[1].\"text/plain\"\n"
        "https://b.example/ | https://b.example/ | message[1].part[1].\"text/plain\"\n"
        "c@example.com | c@example.com | message[2]\n"
        "https://c.example/ | https://c.example/ | message[2].part[1].\"text/html\".a.href\n");
  CHECK(uris("https://a.example/", Format::mbox) == "https://a.example/ | https://a.example/ | \n");
  CHECK(uris("", Format::mbox).empty());
}

TEST_CASE("content that is mail") {
  CHECK(format_of("1", "Received: from a\n by b\nFrom: a\nSubject: b\n\n") == Format::eml);
  CHECK(format_of("1", "From a@b Thu Jan  1 00:00:00 2026\nReceived: from a\nFrom: a\nTo: b\n\n") ==
        Format::mbox);
  CHECK(format_of("a.eml", "") == Format::eml);
  CHECK(format_of("a.mbx", "") == Format::mbox);
  for (const char* text :
       {"From: a\n\nhello", "Subject: a\nDate: b\n\nhello",
        "HTTP/1.1 200 OK\nDate: a\nContent-Type: text/html\n\n",
        "Date: a\nContent-Type: text/html\nServer: b\n\n",
        "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n"
        "From: a\nDate: b\nSubject: c\nMIME-Version: 1.0\n\n",
        "Received: a\nFrom: b\nthis is prose\nSubject: c\n"}) {
    CHECK(format_of("stdin", text) == Format::text);
  }
}
