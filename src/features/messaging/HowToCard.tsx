import { Heading } from "@radix-ui/themes";
import { texts } from "./texts";

/** What makes messages go out, in the order in which one does it. */
export function HowToCard() {
  return (
    <section aria-labelledby="how-to" className="rounded-md border border-(--gray-a5) p-4">
      <Heading as="h2" id="how-to" size="4" mb="3">
        {texts.howTo}
      </Heading>
      <ol className="list-decimal space-y-2 pl-5 text-[14px]">
        {texts.howToSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
