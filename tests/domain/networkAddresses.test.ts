import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../../domain/networkAddresses";

describe("addresses that somebody who types one may send our server to", () => {
  test.each([
    "8.8.8.8",
    "172.15.255.255",
    "172.32.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "169.253.255.255",
    "11.0.0.0",
    "223.255.255.255",
    "198.17.255.255",
    "198.20.0.0",
    "2606:4700:4700::1111",
    "2001:4860:4860::8888",
    "2a00::1",
    "2002:808:808::1",
  ])("%s is of the public internet", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ["this machine", "127.0.0.1"],
    ["this machine, further up", "127.255.255.254"],
    ["this machine, in short", "0.0.0.0"],
    ["this machine, IPv6", "::1"],
    ["nothing, IPv6", "::"],
    ["a private network", "10.1.2.3"],
    ["a private network", "172.16.0.1"],
    ["a private network, its end", "172.31.255.255"],
    ["a private network", "192.168.0.1"],
    ["a private network, IPv6", "fd00::1"],
    ["a provider's network", "100.64.0.1"],
    ["the neighbours", "169.254.1.1"],
    ["the cloud's own service", "169.254.169.254"],
    ["the neighbours, IPv6", "fe80::1"],
    ["the neighbours, with a zone", "fe80::1%eth0"],
    ["many at once", "224.0.0.1"],
    ["many at once, IPv6", "ff02::1"],
    ["everybody", "255.255.255.255"],
    ["kept for later", "240.0.0.1"],
    ["benchmarks", "198.18.0.1"],
    ["books", "192.0.2.1"],
    ["books", "203.0.113.9"],
    ["books, IPv6", "2001:db8::1"],
    ["protocols", "192.0.0.8"],
    ["this machine, as IPv4 in IPv6", "::ffff:127.0.0.1"],
    ["this machine, as IPv4 in IPv6, in hexadecimal", "::ffff:7f00:1"],
    ["a private network, translated", "64:ff9b::a00:1"],
    ["a private network, by 6to4", "2002:c0a8:1::"],
    ["Teredo", "2001:0:53aa:64c::1"],
    ["something else than an address", "localhost"],
    ["a form that only some programs read", "0177.0.0.1"],
    ["a form that only some programs read", "0x7f.0.0.1"],
    ["a number that is no byte", "1.2.3.256"],
    ["too many groups", "1:2:3:4:5:6:7:8:9"],
    ["two gaps", "2001::1::1"],
    ["nothing", ""],
  ])("%s: %s is not", (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
