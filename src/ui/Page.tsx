import { Flex, Heading } from "@radix-ui/themes";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useTenant } from "../lib/tenant";
import { useScreenScroll } from "../lib/useScreenScroll";

interface Props {
  readonly title: string;
  /** Where the tab should say something else than the heading. */
  readonly documentTitle?: string;
  /** What stands at the right of the title: one primary action, or the choice the whole screen works under. */
  readonly action?: ReactNode;
  /** A form alone stands in the middle. */
  readonly isNarrow?: boolean;
  /** As high as the window, for a screen whose list scrolls within; on the phone the page scrolls as ever. */
  readonly isFullHeight?: boolean;
  readonly children: ReactNode;
}

/**
 * Title row and content of a screen. On a change of screen the focus goes to the heading and the tab is renamed to
 * '{Tela} · {Empresa}' (UX conventions F2); the first screen of a visit leaves the focus where the browser put it.
 */
export function Page(props: Props) {
  // Two screens of the same make at the same place of the tree are still two screens.
  return <OneScreen key={useLocation().pathname} {...props} />;
}

function OneScreen({ title, documentTitle = title, action, isNarrow = false, isFullHeight = false, children }: Props) {
  const { tenant } = useTenant();
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // Fixed when the screen opens: a filter that changes the address later is no change of screen.
  const [isFirstOfVisit] = useState(key === "default");
  const company = tenant?.name ?? "Sistema de Vendas";
  useScreenScroll();

  useEffect(() => {
    document.title = documentTitle === company ? company : `${documentTitle} · ${company}`;
  }, [documentTitle, company]);

  useEffect(() => {
    if (!isFirstOfVisit) heading.current?.focus({ preventScroll: true });
  }, [isFirstOfVisit]);

  return (
    <div
      className={`mx-auto flex w-full flex-1 flex-col px-4 md:px-6 ${
        isNarrow ? "max-w-[432px] pt-8 md:pt-[14vh]" : "max-w-[1440px] pt-4 md:pt-5"
      } ${isFullHeight ? "md:h-[calc(100dvh-57px-var(--bar-height,0px))] md:min-h-[480px] md:flex-none" : ""}`}
    >
      <Flex align="center" justify="between" gap="3" wrap="wrap" mb="4">
        <Heading as="h1" size="6" ref={heading} tabIndex={-1}>
          {title}
        </Heading>
        {action}
      </Flex>
      {children}
    </div>
  );
}
