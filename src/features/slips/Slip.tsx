import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { addressText } from "../../lib/personText";
import { linesOfPart } from "./fitting";
import { QR_SIZE, qrOfDigits, qrPath } from "./qr";
import { texts } from "./texts";
import type { SlipOrder, SlipTexts } from "./useSlips";

/** Colour and size stay on one line. */
const TIED = "\u00a0·\u00a0";

/** A column of amounts needs no "R$" in every row: the total says it. */
function withoutSign(amount: string): string {
  return amount.replace("R$\u00a0", "");
}

interface Props {
  readonly shop: string;
  readonly order: SlipOrder;
  readonly fixed: SlipTexts;
  /** Which of how many papers, from 0. */
  readonly part: number;
  readonly parts: number;
}

/** What goes into the bag: the number largest, then who, then what. Source: look.md "Paper", specification §9. */
export function Slip({ shop, order, fixed, part, parts }: Props) {
  const isLast = part === parts - 1;
  return (
    <>
      <header className="slip-head">
        <div className="slip-who">
          <p className="slip-shop">
            {shop} · {order.eventType} {formatDate(order.eventDate)}
          </p>
          <p className="slip-number">{texts.number(order.number)}</p>
        </div>
        <svg className="slip-code" viewBox={`0 0 ${QR_SIZE} ${QR_SIZE}`} shapeRendering="crispEdges" aria-hidden>
          <path d={codeOf(order.number)} />
        </svg>
      </header>
      {parts > 1 && <p className="slip-part">{texts.part(part + 1, parts)}</p>}
      <p className="slip-name">{order.customerName ?? texts.noName}</p>
      <p className="slip-phone">{formatPhone(order.customerPhone)}</p>
      <p className="slip-address">{order.address === null ? texts.noAddress : addressText(order.address)}</p>
      <Lines order={order} part={part} parts={parts} />
      {isLast ? <Foot order={order} fixed={fixed} /> : <p className="slip-part">{texts.continues}</p>}
    </>
  );
}

/** A slip is set more than once until it fits; its code is drawn once. */
const codes = new Map<number, string>();

function codeOf(number: number): string {
  const known = codes.get(number) ?? qrPath(qrOfDigits(String(number)));
  codes.set(number, known);
  return known;
}

function Lines({ order, part, parts }: Pick<Props, "order" | "part" | "parts">) {
  if (order.lines.length === 0) return <p className="slip-lines slip-none">{texts.noItems}</p>;
  return (
    <ul className="slip-lines">
      {linesOfPart(order.lines, part, parts).map((line, at) => {
        const variant = [line.color, line.size].filter((each) => each !== null).join(TIED);
        return (
          <li key={at} className="slip-line">
            <span className="slip-quantity">{line.quantity}×</span>
            <span className="slip-product">
              <b>{line.code}</b> {line.name}
              {variant !== "" && ` ${variant}`}
            </span>
            <span className="slip-money">{withoutSign(formatBRL(line.lineTotalCents))}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Foot({ order, fixed }: Pick<Props, "order" | "fixed">) {
  const { adjustmentCents, observation } = order;
  return (
    <footer className="slip-foot">
      {adjustmentCents !== 0 && (
        <p className="slip-sum">
          <span>{adjustmentCents > 0 ? texts.adjustment.surcharge : texts.adjustment.discount}</span>
          <span>{formatBRL(adjustmentCents)}</span>
        </p>
      )}
      <p className="slip-sum slip-total">
        <span>
          {texts.pieces(order.pieces)} · <b className="slip-paid">{order.isPaid ? texts.paid : texts.pending}</b>
        </span>
        <span className="slip-amount">
          {texts.total} {formatBRL(order.totalCents)}
        </span>
      </p>
      {observation !== null && (
        <p className="slip-observation">
          <b>{texts.observation}</b> {observation}
        </p>
      )}
      <p className="slip-fixed">
        <b>{texts.shipping}</b> {fixed.shipping}
        <br />
        <b>{texts.payment}</b> {fixed.payment}
      </p>
    </footer>
  );
}
