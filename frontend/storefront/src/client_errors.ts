// Reports browser errors to the shop's operators, without personal data. Loaded on the first error.

const KINDS: Readonly<Record<string, string>> = {
  error: 'error',
  unhandledrejection: 'rejection',
  lostpart: 'part',
};
/** Matches a file of the build and the line in an error. */
const PLACE = /\/assets\/([\w.-]+-[\w-]{8}\.(?:js|css))(?::(\d+))?/;
/** The most reports of a page, because a broken page repeats its errors. */
const MOST = 5;
const told = new Set<string>();

/** Reports an error event of the window, once per place. */
export function tell(event: Event): void {
  const { filename = '', lineno } = event as Partial<ErrorEvent>;
  // Ignores errors of browser extensions.
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

/** The text of a failed promise or a lost part that names its file. Only the file name is sent. */
function textOf(event: Event): string {
  const { reason, detail } = event as Partial<PromiseRejectionEvent & CustomEvent>;
  const error: unknown = reason ?? detail;
  return error instanceof Error ? `${error.message} ${error.stack}` : '';
}
