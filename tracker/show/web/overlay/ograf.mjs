// The overlay as an EBU OGraf graphic (specification v1): one step, in real time.

import { follow } from "../server/live.js";
import { CuewatchOverlay } from "./overlay.js";
import { themeKeeper } from "./theme.js";

const DONE = { statusCode: 200, statusMessage: "OK" };
const STEP_MS = 450;

const settled = (skip) => (skip ? Promise.resolve() : new Promise((done) => setTimeout(done, STEP_MS)));

async function read(address, token) {
  const answer = await fetch(token ? `${address}?token=${encodeURIComponent(token)}` : address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

export default class CuewatchGraphic extends CuewatchOverlay {
  #data = { server: "", table: "1" };
  #leave = null;

  async load({ data }) {
    this.on(false);
    this.#use(data ?? {});
    return DONE;
  }

  async dispose() {
    this.#leave?.();
    this.#leave = null;
    this.shadowRoot.replaceChildren();
    return DONE;
  }

  async playAction({ delta, goto, skipAnimation } = {}) {
    const here = this.dataset.on === "yes" ? 0 : -1;
    const step = goto ?? here + (delta ?? 1);
    this.on(step === 0);
    await settled(skipAnimation);
    return { ...DONE, currentStep: step === 0 ? 0 : undefined };
  }

  async stopAction({ skipAnimation } = {}) {
    this.on(false);
    await settled(skipAnimation);
    return DONE;
  }

  async updateAction({ data } = {}) {
    this.#use(data ?? {});
    return DONE;
  }

  async customAction() {
    return { statusCode: 400, statusMessage: "This graphic has no actions of its own" };
  }

  #use(data) {
    const before = this.#data;
    this.#data = { ...before, ...data };
    this.set(this.#data);
    const { server, table, token } = this.#data;
    if (this.#leave && server === before.server && table === before.table && token === before.token) return;
    this.#leave?.();
    const origin = (server || new URL(import.meta.url).origin).replace(/\/$/, "");
    const dress = themeKeeper((path) => read(`${origin}/api/tables/${encodeURIComponent(table)}/${path}`, token), (theme) => this.wear(theme));
    this.#leave = follow(table, (state, line) => {
      this.show(state, line);
      dress(state);
    }, { origin, token });
  }
}
