import { Heading } from "@radix-ui/themes";
import { texts } from "./texts";
import type { MessagingStatus } from "./useMessaging";

interface Props {
  readonly qr: NonNullable<MessagingStatus["qr"]>;
}

/** What the shop's telephone scans, or types. It changes by itself, and goes when the telephone is connected. */
export function QrCode({ qr: { instanceName, image, pairingCode } }: Props) {
  return (
    <section aria-label={texts.qrTitle(instanceName)} className="rounded-md border border-(--gray-a5) p-4">
      <Heading as="h3" size="3" mb="3">
        {texts.qrTitle(instanceName)}
      </Heading>
      <div className="flex flex-wrap items-start gap-5">
        {image !== null && (
          // White in both themes: a telephone reads dark on light.
          <img
            src={image}
            alt={texts.qrImage(instanceName)}
            width={240}
            height={240}
            className="size-60 rounded-sm bg-white p-2 [image-rendering:pixelated]"
          />
        )}
        <div className="min-w-0 flex-1 text-[14px]">
          <ol className="list-decimal space-y-1 pl-5">
            {texts.qrSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {pairingCode !== null && (
            <p className="mt-3">
              {texts.pairingCode} <b className="text-[18px] tracking-wider whitespace-nowrap">{pairingCode}</b>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
