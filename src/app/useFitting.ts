import { useLayoutEffect, useState, type RefObject } from "react";

/**
 * How many entries fit side by side into a line. Where not all do, there is room for the word that holds the others.
 *
 * @param line what they stand in, as wide as it may become
 * @param ruler an unseen line of the same entries at their widest, followed by that word
 * @param count how many entries there are
 */
export function useFitting(
  line: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
  count: number,
): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const [own, measured] = [line.current, ruler.current];
    if (own === null || measured === null) return;
    const measure = () => {
      const ends = [...measured.children].map((entry) => (entry as HTMLElement).offsetLeft + entry.clientWidth);
      const more = (ends[count] ?? 0) - (ends[count - 1] ?? 0);
      const room = own.clientWidth;
      const isAll = (ends[count - 1] ?? 0) <= room;
      setFitting(isAll ? count : ends.slice(0, count).filter((end) => end + more <= room).length);
    };
    measure();
    // The ruler changes when the typeface arrives.
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [line, ruler, count]);
  return Math.min(fitting, count);
}
