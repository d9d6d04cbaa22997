/** First labels that are addresses of the product itself, never of a company. Source: specification §9. */
const RESERVED_LABELS: ReadonlySet<string> = new Set(["www", "api", "admin", "mail", "ftp"]);
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * The company's slug in a host name: the first of three or more labels, unless it is reserved. Null on the main site,
 * on IP addresses and on `localhost`.
 *
 * @param hostname as in `location.hostname`, without port
 * Source: specification §1, product.md "Companies and addresses".
 */
export function slugOfHost(hostname: string): string | null {
  const host = hostname.toLowerCase();
  if (IPV4.test(host) || host.includes(":") || host.startsWith("[")) return null;
  const labels = host.split(".").filter((label) => label !== "");
  const [first] = labels;
  if (first === undefined || labels.length < 3 || RESERVED_LABELS.has(first)) return null;
  return first;
}
