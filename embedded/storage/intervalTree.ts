/**
 * Which of many intervals contain a key? A treap ordered by `from`, each node knowing the greatest `to` below it, so a look-up touches
 * only branches that can hold an answer: O(log n + answers), however many subscriptions there are.
 */
export interface Interval<T> {
  readonly from: string;
  readonly to: string;
  readonly owner: T;
}

interface Node<T> extends Interval<T> {
  readonly priority: number;
  readonly sequence: number;
  maxTo: string;
  left: Node<T> | null;
  right: Node<T> | null;
}

export class IntervalTree<T> {
  #root: Node<T> | null = null;
  #size = 0;
  #nextSequence = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the handle by which to remove it. */
  add(from: string, to: string, owner: T): Interval<T> {
    const node: Node<T> = {
      from,
      to,
      owner,
      priority: Math.random(),
      sequence: this.#nextSequence++,
      maxTo: to,
      left: null,
      right: null,
    };
    this.#root = insert(this.#root, node);
    this.#size++;
    return node;
  }

  remove(interval: Interval<T>): void {
    this.#root = remove(this.#root, interval as Node<T>, () => this.#size--);
  }

  /** Calls `found` for the owner of every interval with `from <= key < to`. */
  forEachContaining(key: string, found: (owner: T) => void): void {
    visit(this.#root, key, found);
  }
}

/** Order of nodes: by `from`, then by age: each has one place, and equal intervals are spread by their priorities like all others. */
function isBefore<T>(a: Node<T>, b: Node<T>): boolean {
  return a.from < b.from || (a.from === b.from && a.sequence < b.sequence);
}

function refresh<T>(node: Node<T>): Node<T> {
  let { to: max } = node;
  if (node.left !== null && node.left.maxTo > max) max = node.left.maxTo;
  if (node.right !== null && node.right.maxTo > max) max = node.right.maxTo;
  node.maxTo = max;
  return node;
}

function insert<T>(root: Node<T> | null, node: Node<T>): Node<T> {
  if (root === null) return node;
  if (node.priority > root.priority) {
    const [left, right] = split(root, node);
    node.left = left;
    node.right = right;
    return refresh(node);
  }
  if (isBefore(node, root)) root.left = insert(root.left, node);
  else root.right = insert(root.right, node);
  return refresh(root);
}

function split<T>(root: Node<T> | null, at: Node<T>): [Node<T> | null, Node<T> | null] {
  if (root === null) return [null, null];
  if (isBefore(root, at)) {
    const [left, right] = split(root.right, at);
    root.right = left;
    return [refresh(root), right];
  }
  const [left, right] = split(root.left, at);
  root.left = right;
  return [left, refresh(root)];
}

function merge<T>(left: Node<T> | null, right: Node<T> | null): Node<T> | null {
  if (left === null || right === null) return left ?? right;
  if (left.priority > right.priority) {
    left.right = merge(left.right, right);
    return refresh(left);
  }
  right.left = merge(left, right.left);
  return refresh(right);
}

function remove<T>(root: Node<T> | null, node: Node<T>, removed: () => void): Node<T> | null {
  if (root === null) return null;
  if (root === node) {
    removed();
    return merge(root.left, root.right);
  }
  if (isBefore(node, root)) root.left = remove(root.left, node, removed);
  else root.right = remove(root.right, node, removed);
  return refresh(root);
}

function visit<T>(node: Node<T> | null, key: string, found: (owner: T) => void): void {
  if (node === null || node.maxTo <= key) return;
  visit(node.left, key, found);
  if (node.from > key) return;
  if (key < node.to) found(node.owner);
  visit(node.right, key, found);
}
