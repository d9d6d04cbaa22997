import { lazy, Suspense } from "react";
import { useNews } from "./useNews";

/** Loaded when there is something to say for the first time: it weighs nothing on the first load. */
const NewsMark = lazy(() => import("./NewsMark").then((module) => ({ default: module.NewsMark })));

/** In the top bar of every screen: that messages wait, or that one goes to many. */
export function NewsChip() {
  const news = useNews();
  if (news.message === null && news.broadcastId === null) return null;
  return (
    <Suspense fallback={null}>
      <NewsMark news={news} />
    </Suspense>
  );
}
