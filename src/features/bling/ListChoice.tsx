import { Button } from "@radix-ui/themes";
import { LISTS } from "./blingAddress";
import { texts, type BlingList } from "./texts";
import { COUNTED, type BlingOverview } from "./useBling";

interface Props {
  readonly list: BlingList;
  readonly queue: BlingOverview["queue"];
  readonly onChoose: (list: BlingList) => void;
}

/** Which orders are shown; how many wait and how many failed stands there before anybody looks. */
export function ListChoice({ list, queue, onChoose }: Props) {
  return (
    <div role="group" aria-label={texts.list} className="mb-3 flex flex-wrap gap-2">
      {LISTS.map((each) => (
        <Button
          key={each}
          variant={each === list ? "solid" : "soft"}
          color={each === list ? undefined : "gray"}
          highContrast={each !== list}
          aria-pressed={each === list}
          className="pointer-coarse:min-h-11"
          onClick={() => onChoose(each)}
        >
          {wordsOf(each, queue)}
        </Button>
      ))}
    </div>
  );
}

function wordsOf(list: BlingList, { waiting, failed }: BlingOverview["queue"]): string {
  const name = texts.lists[list];
  if (list === "waiting" && waiting > 0) return texts.counted(name, waiting, COUNTED);
  return list === "failed" && failed > 0 ? texts.counted(name, failed, COUNTED) : name;
}
