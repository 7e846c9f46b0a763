#!/usr/bin/env python3
"""Writes real URLs, mutated, for two parsers to read: `base NUL input NUL`, again and again.

usage: mutate.py FOLDER COUNT SEED > records
FOLDER holds the lists (*.txt.gz: a URL a line; *.tsv.gz: label, source, URL). The same arguments
give the same records. An empty base is none.
"""

import gzip
import pathlib
import random
import sys

DELIMITERS = ["/", "//", "///", ":", "@", "?", "#", "[", "]", ";", "&", "=", "%", "|", "^", "`",
              "<", ">", '"', "{", "}", "'", ",", "+", "$", "!", "*", "(", ")", "~", " ", "  ", "_"]
BACKSLASHES = ["\\", "\\\\", "\\/", "/\\", "\\@", "\\..\\", "\\?"]
CONTROLS = ["\t", "\n", "\r", "\r\n", "\0", "\x01", "\x1f", "\x7f", "\x80", "\x85", " "]
DOTS = [".", "..", "/.", "/..", "/./", "/../", "/.../", "%2e", "%2E%2e", "/%2e/", "/.%2E/",
        "/%2e%2e/", ".;/", "..;/", "/..%2f", "/%2e%2e%2e/", "/.?", "/..#"]
TRIPLETS = ["%00", "%09", "%0a", "%20", "%23", "%25", "%2F", "%3A", "%3f", "%40", "%5b", "%5C",
            "%5d", "%5E", "%7c", "%7F", "%80", "%c3%a4", "%C3", "%e3%80%82", "%ef%bc%8e", "%ff",
            "%e2%84%aa", "%f0%9f%98%80", "%30", "%61", "%41", "%2541", "%", "%4", "%zz", "%G0"]
UNICODE = ["\u00e4", "\u00df", "\u03c2", "\u1e9e", "\u0130", "\u212a", "\u2100", "\u3002", "\uff0e",
           "\uff61", "\u2024", "\u2025", "\u2026", "\uff0f", "\uff1a", "\uff20", "\uff1f", "\uff03",
           "\u2044", "\u2215", "\u200b", "\u200c", "\u200d", "\u00ad", "\u2060", "\ufeff", "\u202e",
           "\u0301", "\u0308", "\u05d0", "\u0627", "\u0661", "\u0967", "\u06f0", "\u4e2d", "\uac00",
           "\uff11", "\uff21", "\u2460", "\U0001d7d8", "\U0001f600", "\U00010400", "\u10a0",
           "\u3164", "\u115f", "\u180e", "\u206a", "\u04c0", "\ufffd", "\ufffe", "\ufdd0",
           "\U0001fffe", "\U0010ffff", "\u0378", "\u00a0", "\u2028", "\u3000", "\u2260", "\u0338",
           "\ud7ff", "\ue000", "\U0002f868", "\u1806", "\u094d\u200d", "xn--", "xn--a", "xn--zca",
           "xn--4db.", "XN--", "\uff38N--"]
NUMBERS = ["0", "1", "00", "08", "010", "0x", "0x7f", "0X10", "0xg", "127.1", "0x7f.1", "1.2.3",
           "192.0.2.1", "192.0.2.256", "256", "4294967295", "4294967296", "99999999999999999999",
           "0300.0.02.01", "192.0.2.1.", "1.2.3.4.5", "1..2", ".1", "1.", "0xc0000201", "65535",
           "65536", ":80", ":443", ":0", ":00080", ":65535", ":65536", ":8a", ":", "::", ":1:2"]
IPV6 = ["[::]", "[::1]", "[2001:db8::1]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::192.0.2.1]",
        "[::ffff:192.0.2.1]", "[1:2:3:4:5:6:192.0.2.1]", "[1::2::3]", "[1:2:3:4:5:6:7:8:9]", "[:1]",
        "[1:]", "[fe80::1%25eth0]", "[v1.a]", "[::1.2.3]", "[::1.2.3.400]", "[::01]", "[00000::]",
        "[0:0:1:0:0:0:0:1]", "[::1.02.3.4]", "[::g]", "[", "]", "[]", "[::1", "::1]", "[1:2:3:4:5:6:7:1.2.3.4]"]
SCHEMES = ["http:", "https:", "HTTP:", "ftp:", "file:", "ws:", "wss:", "javascript:", "data:",
           "mailto:", "blob:", "blob:https://", "about:", "a:", "a+b.c-1:", "1a:", ":", "", "http",
           "https:/", "https:\\\\", "file://", "file:///", "file:/C:", "file:C|/", "file://C:/",
           "file://localhost", "git://", "ssh://u@", "urn:", "jdbc:", "non-special:/", "a:/..//"]
DRIVES = ["C:", "C|", "/C:/", "/C|/", "c:\\", "/C:/..", "/D:/../..", "C:/.."]
GROUPS = [DELIMITERS, BACKSLASHES, CONTROLS, DOTS, TRIPLETS, UNICODE, NUMBERS, IPV6, DRIVES]
BASES = ["https://example.com/a/b?q#f", "http://u:p@example.com:81/a/", "file:///C:/a/b", "file:///a/b",
         "file://example.com/C:/x", "data:text/plain,x", "a:/b/c", "a://h/b/c", "a:b?q#f", "ws://example.com",
         "ftp://example.com/x//y", "a:/.//p"]
DELIMITER_BYTES = set(b":/?#[]@!$&'()*+,;=.%\\")


def urls(folder):
    out = []
    for path in sorted(pathlib.Path(folder).glob("*.gz")):
        with gzip.open(path) as stream:
            lines = stream.read().split(b"\n")
        if path.name.endswith(".tsv.gz"):
            lines = [line.split(b"\t")[-1] for line in lines if not line.startswith(b"#")]
        out += [line for line in lines if line and b"\0" not in line and len(line) < 2000]
    return out


def mutate(url, rng):
    roll = rng.random()
    places = [i for i, byte in enumerate(url) if byte in DELIMITER_BYTES]
    # Most mutations at a delimiter: that is where parsers decide.
    place = rng.choice(places) + rng.randrange(2) if places and roll < 0.8 else rng.randrange(len(url) + 1)
    kind = rng.randrange(12)
    token = rng.choice(rng.choice(GROUPS)).encode("utf-8")
    if kind < 5:
        return url[:place] + token + url[place:]
    if kind == 5:
        return url[:place] + url[place + rng.randrange(1, 4):]
    if kind == 6:
        return url[:place] + token + url[place + 1:]
    if kind == 7:
        colon = url.find(b":")
        return rng.choice(SCHEMES).encode() + url[colon + 1 if rng.randrange(2) else 0:]
    if kind == 8:
        # The host as a whole.
        begin = url.find(b"//")
        end = url.find(b"/", begin + 2)
        host = rng.choice(rng.choice([NUMBERS, IPV6, UNICODE, DRIVES])).encode("utf-8")
        return url[: begin + 2] + host + (url[end:] if end >= 0 and begin >= 0 else b"")
    if kind == 9:
        byte = bytes([rng.randrange(1, 256)])
        return url[:place] + byte + url[place + rng.randrange(2):]
    if kind == 10:
        return token + url if rng.randrange(2) else url + token
    return url[:place] + url[place:].swapcase()


def main():
    folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    pool = urls(folder)
    out = sys.stdout.buffer
    for _ in range(count):
        url = rng.choice(pool)
        for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 5])):
            url = mutate(url, rng)
        base = rng.choice(BASES).encode() if rng.randrange(5) == 0 else b""
        out.write(base + b"\0" + url.replace(b"\0", b"%00") + b"\0")


main()
