import { Heading } from "@radix-ui/themes";
import { texts } from "./texts";

/** Who takes part, and why nobody can have chosen the winner. */
export function RulesPanel() {
  return (
    <div className="flex flex-col gap-4 text-[14px] leading-[1.5]">
      <section aria-labelledby="raffle-criteria">
        <Heading as="h2" size="3" mb="1" id="raffle-criteria">
          {texts.criteria}
        </Heading>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-(--gray-11)">
          {texts.criteriaLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="raffle-how">
        <Heading as="h2" size="3" mb="1" id="raffle-how">
          {texts.howItWorks}
        </Heading>
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-(--gray-11)">
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}
