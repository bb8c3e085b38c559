/** Returns a signal that aborts after this time, as `AbortSignal.timeout` does, which Safari 15 lacks. */
export function deadline(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
  return controller.signal;
}
