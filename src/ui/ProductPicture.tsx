interface Props {
  readonly name: string;
  readonly code: string;
  readonly imageUrl: string | null;
  readonly sizePx: number;
  /** What a missing photo says; the table says 'Sem foto', large placeholders show the initials. */
  readonly missing: "initials" | "words";
}

/** A product's photo in a fixed square, or its placeholder on a tint derived from its code. */
export function ProductPicture({ name, code, imageUrl, sizePx, missing }: Props) {
  const square = { width: sizePx, height: sizePx };
  if (imageUrl !== null) {
    return (
      <img
        src={imageUrl}
        alt={name}
        loading="lazy"
        decoding="async"
        {...square}
        style={square}
        className="max-w-none shrink-0 rounded-md bg-(--gray-a3) object-cover"
      />
    );
  }
  if (missing === "words") {
    return (
      <span style={{ minWidth: sizePx }} className="inline-block text-[12px] leading-tight text-(--gray-11)">
        Sem foto
      </span>
    );
  }
  return (
    <span
      role="img"
      aria-label={`${name}, sem foto`}
      style={{ ...square, backgroundColor: `oklch(0.9 0.05 ${hueOf(code)})`, fontSize: sizePx / 3 }}
      className="flex shrink-0 items-center justify-center rounded-md font-semibold text-[#21201c]"
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word.length > 2);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
}

function hueOf(code: string): number {
  let sum = 0;
  for (const character of code) sum = (sum * 31 + character.charCodeAt(0)) % 360;
  return sum;
}
