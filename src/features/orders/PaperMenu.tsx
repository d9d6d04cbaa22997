import { ChevronDownIcon } from "@radix-ui/react-icons";
import { IconButton } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { texts } from "./texts";

const loadMenu = () => import("./PaperMenuList");
const PaperMenuList = lazy(() => loadMenu().then((module) => ({ default: module.PaperMenuList })));

/** Which paper slips are printed on, chosen once and remembered (UX conventions I1). Its list comes when it is wanted. */
export function PaperMenu() {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <IconButton
      variant="soft"
      color="gray"
      highContrast
      aria-label={texts.paper}
      title={texts.paper}
      aria-haspopup="menu"
      className="-ml-px w-6 rounded-l-none"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setIsWanted(true)}
    >
      <ChevronDownIcon width="16" height="16" />
    </IconButton>
  );
  return <Suspense fallback={button}>{isWanted ? <PaperMenuList /> : button}</Suspense>;
}
