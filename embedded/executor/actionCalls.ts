import type { FromThread, SyscallAnswer } from "./actionProtocol";
import { DataError } from "./errors";
import type { Execution } from "./execution";
import type { SyscallHost } from "./sandbox";
import { deploymentMetadata, functionMetadata, requestMetadata } from "./syscalls";
import type { Encoded } from "../storage/values";

interface Answer {
  readonly json: string;
  readonly bytes?: Uint8Array;
}

interface Waiting {
  readonly runId: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** A run in this thread: the record its code acts on, and why nobody may be told who called, if so. */
interface Run {
  readonly id: number;
  readonly identityError: string | null;
}

/**
 * The `Convex` object of actions: what touches data is a message to the main thread, answered by another.
 *
 * Holds: the calls that wait for their answer. They end with their run, answered or not.
 */
export class ActionCalls implements SyscallHost {
  readonly #runs = new WeakMap<Execution, Run>();
  readonly #waiting = new Map<number, Waiting>();
  #nextCallId = 0;

  constructor(private readonly send: (message: FromThread, transfer?: readonly ArrayBuffer[]) => void) {}

  open(execution: Execution, run: Run): void {
    this.#runs.set(execution, run);
  }

  /** Whatever the run still waits for, it waits in vain. */
  close(runId: number): void {
    for (const [callId, call] of this.#waiting) {
      if (call.runId !== runId) continue;
      this.#waiting.delete(callId);
      call.reject(new Error("The action is over: nothing it still asks for is done."));
    }
  }

  settle(callId: number, answer: SyscallAnswer): void {
    const call = this.#waiting.get(callId);
    this.#waiting.delete(callId);
    if (call === undefined) return;
    if (answer.ok) call.resolve(answer);
    else if (answer.dataJson === undefined) call.reject(new Error(answer.message));
    else call.reject(new DataError(answer.message, JSON.parse(answer.dataJson) as Encoded));
  }

  syscall(_execution: Execution, op: string): string {
    throw new Error(`${op} may not be used in actions.`);
  }

  async asyncSyscall(execution: Execution, op: string, argsJson: string): Promise<string> {
    switch (op) {
      case "1.0/getFunctionMetadata":
        return JSON.stringify(functionMetadata(execution));
      case "1.0/getDeploymentMetadata":
        return JSON.stringify(deploymentMetadata());
      case "1.0/getRequestMetadata":
        return JSON.stringify(requestMetadata(execution));
      case "1.0/getUserIdentity": {
        const { identityError = null } = this.#runs.get(execution) ?? {};
        if (identityError !== null) throw new Error(identityError);
        return JSON.stringify(execution.caller.identity);
      }
      default:
        return (await this.#call(execution, op, argsJson)).json;
    }
  }

  jsSyscall(execution: Execution, op: string, args: Record<string, unknown>): unknown {
    if (op === "storage/storeBlob") return this.#storeBlob(execution, args);
    if (op === "storage/getBlob") return this.#getBlob(execution, args);
    throw new Error(`Unknown operation ${op}`);
  }

  #call(execution: Execution, op: string, argsJson: string, bytes?: Uint8Array<ArrayBuffer>): Promise<Answer> {
    if (execution.closed) return Promise.reject(new Error(`${execution.path} has already finished.`));
    return new Promise((resolve, reject) => {
      const callId = this.#nextCallId++;
      const { id: runId } = this.#runs.get(execution)!;
      this.#waiting.set(callId, { runId, resolve, reject });
      const request = { type: "syscall", runId, callId, op, argsJson } as const;
      if (bytes === undefined) this.send(request);
      else this.send({ ...request, bytes }, [bytes.buffer]);
    });
  }

  async #storeBlob(execution: Execution, args: Record<string, unknown>): Promise<string> {
    const blob = args.blob as Blob;
    const { sha256 } = (args.options ?? {}) as { sha256?: string };
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const request = JSON.stringify({ contentType: blob.type === "" ? null : blob.type, sha256: sha256 ?? null });
    return JSON.parse((await this.#call(execution, "storage/storeBlob", request, bytes)).json) as string;
  }

  async #getBlob(execution: Execution, args: Record<string, unknown>): Promise<Blob | null> {
    const request = JSON.stringify({ storageId: args.storageId });
    const { json, bytes } = await this.#call(execution, "storage/getBlob", request);
    const found = JSON.parse(json) as { contentType: string | null } | null;
    return found === null || bytes === undefined
      ? null
      : new Blob([new Uint8Array(bytes)], { type: found.contentType ?? "" });
  }
}
