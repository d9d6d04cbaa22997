import { withToast } from "./toastQueue";
import { offerUndo, UNDO_MS } from "./undo";

const SUCCESS_MS = 4_000;
/** A sentence to read, not a word to see. */
const NOTICE_MS = 6_000;
const JOIN_MS = 5_000;

interface Shown {
  readonly id: number;
  readonly count: number;
  readonly at: number;
}

/** Equal messages within five seconds are one toast that counts. Source: UX conventions T4. */
const recent = new Map<string, Shown>();
let nextId = 1;

function join(key: string): Shown {
  const now = Date.now();
  for (const [otherKey, shown] of recent) if (now - shown.at > JOIN_MS) recent.delete(otherKey);
  const before = recent.get(key);
  const shown =
    before === undefined ? { id: nextId++, count: 1, at: now } : { ...before, count: before.count + 1, at: now };
  recent.set(key, shown);
  return shown;
}

function counted(text: string, count: number): string {
  return count > 1 ? `${text} ×${count}` : text;
}

/** Four seconds, announced politely. Where the specification names a title, the message stands under it. */
export function notifySuccess(message: string, title?: string): void {
  const { id, count } = join(`success:${title ?? ""}:${message}`);
  const description = title === undefined ? {} : { description: message };
  withToast((toast) => toast.success(counted(title ?? message, count), { id, duration: SUCCESS_MS, ...description }));
}

/**
 * Says what was done and offers to take it back, by its button or by `Ctrl/⌘+Z`, as long as it is there: eight seconds,
 * longer under the pointer (UX conventions T2, K7). Each has its own undo, so equal ones are not joined.
 */
export function notifyUndoable(message: string, undo: () => void): void {
  const id = nextId++;
  const withdraw = offerUndo(() => {
    withToast((toast) => toast.dismiss(id));
    undo();
  });
  withToast((toast) =>
    toast.success(message, {
      id,
      duration: UNDO_MS,
      action: {
        label: "Desfazer",
        onClick: () => {
          withdraw();
          undo();
        },
      },
      onAutoClose: withdraw,
      onDismiss: withdraw,
    }),
  );
}

/** Something to know before going on, or why nothing happened; announced politely. */
export function notifyNotice(message: string, title = "Aviso"): void {
  const { id, count } = join(`notice:${title}:${message}`);
  withToast((toast) => toast.warning(counted(title, count), { id, description: message, duration: NOTICE_MS }));
}

/** What has just become known, in a word and a sentence; announced politely. */
export function notifyInfo(title: string, detail: string): void {
  const { id, count } = join(`info:${title}:${detail}`);
  withToast((toast) => toast.info(counted(title, count), { id, description: detail, duration: NOTICE_MS }));
}

export interface WayOut {
  readonly label: string;
  readonly take: () => void;
}

/**
 * Stays until closed, announced at once. The title is 'Erro' unless the specification names another.
 *
 * @param wayOut what can be done about it, as a button of the message
 * @returns takes the message away, for whoever learns that it is no longer true
 */
export function notifyError(message: string, title = "Erro", wayOut?: WayOut): () => void {
  const { id, count } = join(`error:${title}:${message}`);
  withToast((toast) =>
    toast.error(counted(title, count), {
      id,
      description: <span role="alert">{message}</span>,
      duration: Number.POSITIVE_INFINITY,
      ...(wayOut === undefined ? {} : { action: { label: wayOut.label, onClick: wayOut.take } }),
    }),
  );
  return () => withToast((toast) => toast.dismiss(id));
}
