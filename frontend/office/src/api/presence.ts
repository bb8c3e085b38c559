// Whether somebody is at the screen: pages that ask by themselves, such as for new orders, do not keep a session alive that nobody uses.

/** Milliseconds after a press, a key or a turn of the wheel in which somebody counts as being there. */
const THERE_FOR = 60_000;

/** What a request says that nobody asked for. */
export const UNATTENDED = { 'X-Unattended': '1' };

// The page itself was opened by somebody.
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

/** Whether somebody did something a moment ago. */
export const isSomebodyThere = () => Date.now() - lastSeen < THERE_FOR;
