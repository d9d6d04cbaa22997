import { Component, type ReactNode } from "react";
import { sentenceOf } from "../lib/refusal";
import { RefusedState } from "./RefusedState";

interface Props {
  /** What to say when the server gave no reason of its own. */
  readonly fallback: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/** A failing panel does not take the page down (UX conventions E3). React offers error boundaries as classes only. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <RefusedState
        message={sentenceOf(this.state.error, this.props.fallback)}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
