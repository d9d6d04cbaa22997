import { formFields, page, plainText, redirect, type Answer, type Request, type Route } from "../server/exchange";
import { drawLikeQrCode } from "../server/picture";
import {
  startSimulator,
  type Service,
  type Simulator,
  type SimulatorOptions,
  type Surroundings,
} from "../server/simulator";
import { conversationPage } from "../messaging/conversationPage";
import { GatewayControls } from "./controls";
import { GatewayRoutes } from "./routes";
import { gatewayError, Sending } from "./sending";
import { freshState, INSTANCE_STATES, type GatewayState } from "./state";

/** The gateway of the specification, on a seller's own computer: contracts/whatsapp.md Part 1. */
export function startGateway(options: SimulatorOptions = {}): Promise<Simulator<GatewayState, Service>> {
  // A program on a desk: it tells once, and again a few times soon after.
  const deliveries = { retryDelaysMs: [5_000, 30_000, 120_000], timeoutMs: 10_000 };
  return startSimulator({ freshState, deliveries, build }, options);
}

function build(around: Surroundings<GatewayState>): Service {
  const sending = new Sending(around);
  return {
    routes: [...new GatewayRoutes(around, sending).routes(), ...phoneRoutes(around, sending)],
    controls: new GatewayControls(around, sending).routes(),
    failure: (status) =>
      status === 404 ? plainText(404, "Cannot find that path") : gatewayError(status, "Erro interno"),
  };
}

/** For a person who tries the demonstration. */
function phoneRoutes({ state }: Surroundings<GatewayState>, sending: Sending): Route[] {
  const show = (): Answer => {
    const instances = state.instances.map(({ nome, numero, status }) => ({
      ...{ name: nome, number: numero, state: status },
      actions: INSTANCE_STATES.filter((other) => other !== status).map((value) => ({
        value,
        label: `Passar a ${value}`,
      })),
      qr: status === "qr_code" ? drawLikeQrCode(nome) : null,
    }));
    return page(200, conversationPage("gateway de WhatsApp", instances, state.messages));
  };
  const turn = (request: Request): Answer => {
    const { instance: name, action } = formFields(request);
    const instance = state.instances.find(({ nome }) => nome === name);
    const wanted = INSTANCE_STATES.find((status) => status === action);
    if (instance !== undefined && wanted !== undefined) {
      instance.status = wanted;
      sending.tell({ event: "instance.status", data: instance });
    }
    return redirect("/");
  };
  return [
    { method: "GET", pattern: "/", handle: show },
    { method: "POST", pattern: "/telefone", handle: turn },
  ];
}
