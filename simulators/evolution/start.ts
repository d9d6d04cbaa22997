import { CONTROL, commandOf, done } from "../server/control";
import {
  asList,
  asText,
  formFields,
  json,
  page,
  redirect,
  type Answer,
  type Request,
  type Route,
} from "../server/exchange";
import { drawLikeQrCode } from "../server/picture";
import {
  startSimulator,
  type Service,
  type Simulator,
  type SimulatorOptions,
  type Surroundings,
} from "../server/simulator";
import type { DeliveryPolicy } from "../server/webhooks";
import { conversationPage } from "../messaging/conversationPage";
import { failure } from "./errors";
import { Events } from "./events";
import { Instances } from "./instances";
import { Messages } from "./messages";
import { CONNECTION_STATES, freshState, type EvolutionState, type Instance } from "./state";

/** Ten attempts, farther and farther apart; where the answer says that it is no use, none. Source: contracts/whatsapp.md §2.1. */
const DELIVERIES: DeliveryPolicy = {
  retryDelaysMs: [5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1_000),
  timeoutMs: 30_000,
  finalStatuses: [400, 401, 403, 404, 422],
};

/** Evolution API v2 as contracts/whatsapp.md §2.1 describes it. */
export function startEvolution(options: SimulatorOptions = {}): Promise<Simulator<EvolutionState, Service>> {
  return startSimulator({ freshState, deliveries: DELIVERIES, build }, options);
}

function build(around: Surroundings<EvolutionState>): Service {
  const events = new Events(around);
  const instances = new Instances(around, events);
  const messages = new Messages(around, instances, events);
  return {
    routes: [...instances.routes(), ...messages.routes(), ...phoneRoutes(around, instances)],
    controls: controls(around, instances, messages, events),
    failure,
  };
}

function controls(
  { state }: Surroundings<EvolutionState>,
  instances: Instances,
  messages: Messages,
  events: Events,
): Route[] {
  const onInstance = (request: Request, perform: (instance: Instance) => void): Answer => {
    const { instance: name } = commandOf(request);
    const instance = state.instances.find((one) => one.name === (name ?? state.instances[0]?.name));
    if (instance === undefined) return json(404, { error: "No such instance." });
    perform(instance);
    return done();
  };
  return [
    { method: "GET", pattern: `${CONTROL}/messages`, handle: () => json(200, state.messages) },
    { method: "GET", pattern: `${CONTROL}/labels`, handle: () => json(200, state.labels) },
    {
      method: "PUT",
      pattern: `${CONTROL}/instance`,
      handle: (request) => {
        const wanted = CONNECTION_STATES.find((one) => one === commandOf(request).state);
        if (wanted === undefined) return json(400, { error: `state: one of ${CONNECTION_STATES.join(", ")}.` });
        return onInstance(request, (instance) => instances.turn(instance, wanted));
      },
    },
    {
      method: "POST",
      pattern: `${CONTROL}/incoming`,
      handle: (request) => {
        const { from, text, group } = commandOf(request);
        return onInstance(request, (instance) =>
          messages.incoming(instance, asText(from) ?? "", asText(text) ?? "", asText(group) ?? null),
        );
      },
    },
    {
      method: "POST",
      pattern: `${CONTROL}/messages/:id`,
      handle: (request) => {
        const message = state.messages.find(({ id }) => id === request.params.id);
        const instance = state.instances.find(({ name }) => name === message?.instance);
        if (message === undefined || instance === undefined) return json(404, { error: "No such message." });
        return done(events.update(instance, message, asText(commandOf(request).status) ?? "READ"));
      },
    },
    {
      method: "PUT",
      pattern: `${CONTROL}/missing`,
      handle: (request) => {
        const { numbers, hiddenPictures } = commandOf(request);
        if (numbers !== undefined) state.missing = asList(numbers).map((number) => asText(number) ?? "");
        if (hiddenPictures !== undefined)
          state.hiddenPictures = asList(hiddenPictures).map((number) => asText(number) ?? "");
        return done();
      },
    },
  ];
}

const ACTIONS = {
  open: "Ler o QR code",
  connecting: "Pedir QR code",
  close: "Desconectar",
  refused: "Recusar a conexão",
} as const;

/** For a person who tries the demonstration. */
function phoneRoutes({ state }: Surroundings<EvolutionState>, instances: Instances): Route[] {
  const show = (): Answer => {
    const shown = state.instances.map((instance) => ({
      ...{ name: instance.name, number: instance.number, state: instance.state },
      actions: CONNECTION_STATES.filter((other) => other !== instance.state).map((value) => ({
        value,
        label: ACTIONS[value],
      })),
      qr: instance.state === "connecting" ? drawLikeQrCode(`${instance.name} ${instance.qrCount}`) : null,
    }));
    return page(200, conversationPage("Evolution API", shown, state.messages));
  };
  const turn = (request: Request): Answer => {
    const { instance: name, action } = formFields(request);
    const instance = state.instances.find((one) => one.name === name);
    const wanted = CONNECTION_STATES.find((one) => one === action);
    if (instance !== undefined && wanted === "connecting") instances.showCode(instance);
    else if (instance !== undefined && wanted !== undefined) instances.turn(instance, wanted);
    return redirect("/");
  };
  return [
    { method: "GET", pattern: "/", handle: show },
    { method: "POST", pattern: "/telefone", handle: turn },
  ];
}
