import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useTenantAction } from "../../lib/useTenantAction";
import { fillByCep, overwriteByCep, type CepAddress } from "./cepFilling";

/** What became of looking a postal code up. */
export type CepState =
  | { readonly kind: "idle" | "searching" | "notFound" | "unavailable" | "filled" | "wholeCity" }
  | { readonly kind: "asks"; readonly address: CepAddress };

export interface CepFilling {
  readonly state: CepState;
  /** @param cep 8 digits */
  readonly find: (cep: string) => Promise<void>;
  /** What is on its way, and what was said of the postal code before, is of no interest any more. */
  readonly forget: () => void;
  readonly useFound: (address: CepAddress) => void;
}

/** Fills an address in by its postal code. Of several that are looked up the last one counts. */
export function useCepFilling<Text extends CepAddress>(text: Text, onFill: (text: Text) => void): CepFilling {
  const lookUp = useTenantAction(api.postalCodes.lookUp);
  const [state, setState] = useState<CepState>({ kind: "idle" });
  const question = useRef(0);
  /** What the last postal code put into the form. */
  const filled = useRef<CepAddress | null>(null);
  // The answer comes later, and fills what stands in the fields by then.
  const latest = useRef({ text, onFill });
  useEffect(() => {
    latest.current = { text, onFill };
  });

  async function find(cep: string) {
    const mine = ++question.current;
    setState({ kind: "searching" });
    // A service that cannot be asked is as good as one that does not answer: an address can always be typed.
    const answer = await lookUp({ cep }).catch(() => ({ kind: "unavailable" }) as const);
    if (mine !== question.current) return;
    if (answer.kind === "not_found") return setState({ kind: "notFound" });
    if (answer.kind === "unavailable") return setState({ kind: "unavailable" });
    const { address } = answer;
    const filling = fillByCep(latest.current.text, address, filled.current);
    if (filling.text !== latest.current.text) latest.current.onFill(filling.text);
    if (filling.asks) return setState({ kind: "asks", address });
    filled.current = address;
    setState({ kind: address.street === "" ? "wholeCity" : "filled" });
  }

  return {
    state,
    find,
    forget: () => {
      question.current += 1;
      setState({ kind: "idle" });
    },
    useFound: (address) => {
      filled.current = address;
      onFill(overwriteByCep(text, address));
      setState({ kind: "filled" });
    },
  };
}
