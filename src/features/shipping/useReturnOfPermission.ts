import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { notifyError, notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { texts } from "./texts";
import { useConnectionDeeds } from "./useShipping";

const words = texts.connection;

/**
 * Where the company's own Redirect URI leads to this screen, Melhor Envio comes back here with a code that is good once.
 * It leaves the address at once: a reload or a copied address brings nothing.
 *
 * @returns whether the connection is being finished
 */
export function useReturnOfPermission(): boolean {
  const { finishConnecting } = useConnectionDeeds();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [returned] = useState(() => new URLSearchParams(search));
  const [isOver, setIsOver] = useState(false);
  const isTaken = useRef(false);
  const [code, state] = [returned.get("code"), returned.get("state")];
  const isRefused = returned.has("error");
  const isReturn = isRefused || (code !== null && state !== null);

  useEffect(() => {
    if (!isReturn || isTaken.current) return;
    isTaken.current = true;
    void navigate(pathname, { replace: true });
    if (isRefused || code === null || state === null) return void notifyError(words.denied);
    finishConnecting({ code, state })
      .then(
        ({ outcome, message }) => {
          if (outcome === "connected") notifySuccess(words.connected);
          else notifyError(message);
        },
        (error: unknown) => void notifyError(sentenceOf(error, words.failed)),
      )
      .finally(() => setIsOver(true));
  }, [isReturn, isRefused, code, state, navigate, pathname, finishConnecting]);
  return isReturn && !isRefused && !isOver;
}
