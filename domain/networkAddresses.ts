/**
 * Which addresses of the network a server may be sent to by somebody who types one. Everything that is not plainly the
 * public internet is refused: this machine, its neighbours, the cloud's own services, multicast, what is reserved, and
 * every way of writing an IPv4 address inside an IPv6 one.
 *
 * Source: the IANA special-purpose address registries (RFC 6890 and its updates); architecture §6.
 */
export function isPublicAddress(address: string): boolean {
  const v4 = readV4(address);
  if (v4 !== null) return isPublicV4(v4);
  const v6 = readV6(address);
  return v6 !== null && isPublicV6(v6);
}

/** First address and how many bits of it count. */
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

function isPublicV4(bytes: readonly number[]): boolean {
  return !NOT_PUBLIC_V4.some(([first, bits]) => {
    const network = readV4(first);
    return network !== null && toNumber(bytes) >>> (32 - bits) === toNumber(network) >>> (32 - bits);
  });
}

function toNumber(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The one range that the public internet is given out from is 2000::/3; of it some parts stand for something else. */
function isPublicV6(groups: readonly number[]): boolean {
  const [first = 0, second = 0] = groups;
  if (first >>> 13 !== 1) return false;
  // 6to4 holds an IPv4 address, Teredo one in disguise; 2001::/23 is for protocols, 2001:db8:: and 3fff:: for books.
  if (first === 0x2002) return isPublicV4(bytesOf(groups.slice(1, 3)));
  if (first === 0x2001 && second < 0x200) return false;
  return !(first === 0x2001 && second === 0xdb8) && !(first === 0x3fff && second < 0x1000);
}

function bytesOf(groups: readonly number[]): number[] {
  return groups.flatMap((group) => [group >>> 8, group & 0xff]);
}

/** Four numbers; null for anything else, also for forms that only some programs read (0x7f.1, 017700000001). */
function readV4(text: string): number[] | null {
  const parts = text.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part))) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

/** Eight groups; null for anything else. A zone (`%eth0`) says that it is no address of the internet. */
function readV6(text: string): number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map(readGroups);
  if (head === undefined || head === null) return null;
  if (tail === undefined) return head.length === 8 ? head : null;
  if (tail === null || head.length + tail.length > 7) return null;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function readGroups(half: string): number[] | null {
  if (half === "") return [];
  const groups: number[] = [];
  const parts = half.split(":");
  for (const [at, part] of parts.entries()) {
    const v4 = at === parts.length - 1 ? readV4(part) : null;
    if (v4 !== null) groups.push(toNumber(v4.slice(0, 2)), toNumber(v4.slice(2)));
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(parseInt(part, 16));
    else return null;
  }
  return groups;
}
