import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers";
import "./styles.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html should hold an element with the id root");

createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
