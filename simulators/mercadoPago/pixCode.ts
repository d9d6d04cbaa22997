import { toDecimalText } from "../server/money";
import type { Account, Payment } from "./state";

/** The text that banks' apps take: fields of tag, length and value, with a check sum of all before it at the end. */
export function pixCode({ id, amountCents }: Payment, { nickname }: Account): string {
  const fields = [
    field("00", "01"),
    field("26", field("00", "br.gov.bcb.pix") + field("01", "simulacao@lojademo.test")),
    field("52", "0000"),
    field("53", "986"),
    field("54", toDecimalText(amountCents)),
    field("58", "BR"),
    field("59", nickname.slice(0, 25)),
    field("60", "Simulacao"),
    field("62", field("05", `mpqr${id}`)),
    "6304",
  ].join("");
  return fields + crc16(fields);
}

function field(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, "0")}${value}`;
}

/** CRC-16/CCITT-FALSE, as the Pix manual asks for. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "utf8")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x8000) !== 0 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
