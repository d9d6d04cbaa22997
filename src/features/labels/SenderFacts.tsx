import { Link } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { addressText } from "../../lib/personText";
import { mayOpenSettings, paths } from "../../lib/screens";
import { SectionTitle } from "../../ui/FactList";
import { texts } from "./texts";
import type { Preparation } from "./useLabels";

const words = texts.preparation;

interface Props {
  readonly sender: Preparation["sender"];
  /** Whole sentences. */
  readonly problems: readonly string[];
}

/** Who sends, as Configuração de Frete has it, and what is missing there. */
export function SenderFacts({ sender, problems }: Props) {
  const { profile } = useAuth();
  const { name } = sender;
  return (
    <section aria-labelledby="label-sender" className="text-[14px]">
      <SectionTitle id="label-sender">{words.sender}</SectionTitle>
      {name !== "" && <p>{name}</p>}
      <p className="text-(--gray-11)">{addressText(sender)}</p>
      {problems.length > 0 && (
        <>
          <ul className="mt-2 text-(--red-11)">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          {profile !== null && mayOpenSettings(profile) ? (
            <Link to={paths.shippingSettings} className="underline underline-offset-2">
              {words.fixSender}
            </Link>
          ) : (
            <p>{words.askOwner}</p>
          )}
        </>
      )}
    </section>
  );
}
