// Who calls: a referee at the desk, or the camera by itself; changed at one tap during a match.

import { make } from "../../elements/balls.js";
import { button, fresh } from "../../elements/controls.js";

/** Show who calls where a camera watches, or is said to. */
export function showCaller(box, { state, desk }, take) {
  const { public: { match, camera }, camera_calls: isCamera } = state;
  const isAsked = match && !match.over && (isCamera || camera !== "none");
  fresh(box, [isAsked, isCamera, desk.title], () => (isAsked
    ? [make("div", "row", "", ...(isCamera ? [make("span", "cameraCalls", desk.cameraNow)] : []),
      button(isCamera ? desk.referee_calls : desk.camera_calls, () => take({ do: "camera-calls", on: !isCamera }),
        { className: "caller", title: isCamera ? "" : desk.cameraMeans }))]
    : []));
}
