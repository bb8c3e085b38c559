// Tracks whether a person uses the page. Requests that pages make on their own, such as polling, must not extend an unused session.

/** The time after a click, a key or a wheel event during which a person counts as present, in milliseconds. */
const THERE_FOR = 60_000;

/** The header of a request that no person triggered. */
export const UNATTENDED = { 'X-Unattended': '1' };

// Opening the page counts as activity.
let lastSeen = Date.now();

for (const kind of ['pointerdown', 'keydown', 'wheel']) {
  window.addEventListener(
    kind,
    () => {
      lastSeen = Date.now();
    },
    { capture: true, passive: true },
  );
}

/** Returns true if the page was used within the last minute. */
export const isSomebodyThere = () => Date.now() - lastSeen < THERE_FOR;
