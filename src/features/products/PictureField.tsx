import { Button, Flex, Text } from "@radix-ui/themes";
import { useEffect, useId, useRef, useState, type ChangeEvent } from "react";
import { choosePicture, type ChosenPicture } from "./picture";
import { texts } from "./texts";

/** What becomes of the picture when the form is saved. */
export type PictureEdit =
  | { readonly kind: "kept" }
  | { readonly kind: "removed" }
  | { readonly kind: "chosen"; readonly picture: ChosenPicture };

interface Props {
  readonly currentUrl: string | null;
  readonly edit: PictureEdit;
  readonly error: string | null;
  readonly onChange: (edit: PictureEdit) => void;
  readonly onRefused: (message: string) => void;
}

/** The picture with its preview. A file that is none, or is too large, is refused here as the server would. */
export function PictureField({ currentUrl, edit, error, onChange, onRefused }: Props) {
  const lineId = useId();
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(0);
  const [isReading, setIsReading] = useState(false);
  const chosenUrl = edit.kind === "chosen" ? edit.picture.previewUrl : null;
  const shownUrl = chosenUrl ?? (edit.kind === "kept" ? currentUrl : null);
  useEffect(() => () => (chosenUrl === null ? undefined : URL.revokeObjectURL(chosenUrl)), [chosenUrl]);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Choosing the same file again is a choice, too.
    target.value = "";
    if (file === undefined) return;
    const turn = ++latest.current;
    setIsReading(true);
    const choice = await choosePicture(file);
    if (turn !== latest.current) return;
    setIsReading(false);
    if (choice.ok) onChange({ kind: "chosen", picture: choice.picture });
    else onRefused(choice.message);
  }

  return (
    <Flex gap="3" align="center" role="group" aria-label={texts.picture}>
      {shownUrl === null ? (
        <span className="flex size-24 shrink-0 items-center justify-center rounded-md bg-(--gray-a3) text-[13px] text-(--gray-11)">
          Sem foto
        </span>
      ) : (
        <img
          src={shownUrl}
          alt={texts.picturePreview}
          className="size-24 shrink-0 rounded-md bg-(--gray-a3) object-cover"
        />
      )}
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Flex gap="2" wrap="wrap">
          <Button
            type="button"
            variant="soft"
            color="gray"
            highContrast
            aria-busy={isReading}
            aria-describedby={lineId}
            onClick={() => input.current?.click()}
          >
            {shownUrl === null ? texts.choosePicture : texts.changePicture}
          </Button>
          {shownUrl !== null && (
            <Button
              type="button"
              variant="soft"
              color="gray"
              highContrast
              onClick={() => onChange({ kind: currentUrl === null ? "kept" : "removed" })}
            >
              {texts.removePicture}
            </Button>
          )}
        </Flex>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={texts.picture}
          tabIndex={-1}
          className="visually-hidden"
          onChange={(event) => void choose(event)}
        />
        <Text
          as="p"
          id={lineId}
          size="1"
          color={error === null ? "gray" : "red"}
          role={error === null ? undefined : "alert"}
        >
          {error ?? texts.pictureHint}
        </Text>
      </div>
    </Flex>
  );
}
