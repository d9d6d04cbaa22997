import { httpRouter } from "convex/server";
import { auth } from "./auth";

const http = httpRouter();

// /.well-known/openid-configuration and /.well-known/jwks.json: where our own tokens are verified.
auth.addHttpRoutes(http);

export default http;
