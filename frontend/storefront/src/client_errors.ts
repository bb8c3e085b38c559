// Tells the shop's operators what goes wrong in a browser, and nothing of who uses it. Comes with the first error.

const KINDS: Readonly<Record<string, string>> = {
  error: 'error',
  unhandledrejection: 'rejection',
  lostpart: 'part',
};
/** A file of the build, and the line where an error says one. */
const PLACE = /\/assets\/([\w.-]+-[\w-]{8}\.(?:js|css))(?::(\d+))?/;
/** A page that is broken says the same again and again. */
const MOST = 5;
const told = new Set<string>();

/** Tells of an event of the window that stands for an error, once for each place. */
export function tell(event: Event): void {
  const { filename = '', lineno } = event as Partial<ErrorEvent>;
  // Extensions have errors too.
  if (filename && !filename.startsWith(location.origin)) return;
  const [, file, line] = PLACE.exec(filename || textOf(event)) ?? [];
  const [, build] = PLACE.exec(document.querySelector('script[src]')?.getAttribute('src') ?? '') ?? [];
  const report = JSON.stringify({
    kind: KINDS[event.type],
    page: location.pathname,
    file,
    line: lineno ?? Number(line ?? 0),
    build: build?.slice(-'12345678.js'.length, -'.js'.length),
  });
  if (!build || told.size >= MOST || told.has(report)) return;
  told.add(report);
  navigator.sendBeacon('/api/v1/client-errors', new Blob([report], { type: 'application/json' }));
}

/** Where a failed promise or a lost part says which file it is about; only that leaves the browser. */
function textOf(event: Event): string {
  const { reason, detail } = event as Partial<PromiseRejectionEvent & CustomEvent>;
  const error: unknown = reason ?? detail;
  return error instanceof Error ? `${error.message} ${error.stack}` : '';
}
