import { useState } from "react";
import { AVATAR_SIDE, avatarOf } from "./avatar";
import { texts } from "./texts";

interface Props {
  readonly name: string;
  readonly phone: string;
  /** The customer's own picture; null where none is known. */
  readonly pictureUrl: string | null;
}

/** The winner's picture; where there is none, or it does not load, one made of the phone's digits. */
export function WinnerAvatar({ name, phone, pictureUrl }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (pictureUrl !== null && pictureUrl !== failed)
    return (
      <img
        src={pictureUrl}
        alt={texts.avatar(name)}
        width={96}
        height={96}
        className="size-24 rounded-full object-cover"
        onError={() => setFailed(pictureUrl)}
      />
    );
  const { hue, cells } = avatarOf(phone);
  return (
    <svg
      role="img"
      aria-label={texts.generatedAvatar(name)}
      viewBox="-1.5 -1.5 8 8"
      className="size-24 rounded-full"
      shapeRendering="crispEdges"
    >
      <rect x="-2" y="-2" width="9" height="9" fill={`oklch(0.93 0.04 ${hue})`} />
      {cells.map(
        (isFilled, at) =>
          isFilled && (
            <rect
              key={at}
              x={at % AVATAR_SIDE}
              y={Math.floor(at / AVATAR_SIDE)}
              width="1"
              height="1"
              fill={`oklch(0.52 0.12 ${hue})`}
            />
          ),
      )}
    </svg>
  );
}
