import { kgText } from "../../../domain/measures";
import { SectionTitle } from "../../ui/FactList";
import { texts } from "./texts";
import type { Preparation } from "./useLabels";

const words = texts.preparation;

/** What is in the parcel, and how big it is. */
export function ParcelFacts({ parcel: { volumes, insuredCents, lines } }: { readonly parcel: Preparation["parcel"] }) {
  return (
    <section aria-labelledby="label-parcel" className="text-[14px]">
      <SectionTitle id="label-parcel">{words.parcel}</SectionTitle>
      <ul>
        {lines.map(({ code, name, quantity }, at) => (
          <li key={at} className="truncate">
            {quantity} × <span className="font-medium">{code}</span> {name}
          </li>
        ))}
      </ul>
      <ul className="mt-1 text-(--gray-11)">
        {volumes.map(({ weightGrams, lengthCm, heightCm, widthCm }, at) => (
          <li key={at}>
            {kgText(weightGrams)} kg · {lengthCm} × {heightCm} × {widthCm} cm
          </li>
        ))}
      </ul>
      <p className="text-(--gray-11)">{words.insured(insuredCents)}</p>
    </section>
  );
}
