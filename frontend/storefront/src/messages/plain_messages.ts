import { create } from 'zustand';

/** Where messages appear. An open dialog makes the page behind it inert and covers it, so it brings its own place. */
export type ToastAreaId = 'page' | 'dialog';

/** A message in the shop's own plain form, for when the code of the toasts does not come. */
export interface PlainMessage {
  id: number;
  message: string;
  role: 'status' | 'alert';
  area: ToastAreaId;
}

export const usePlainMessages = create<{ shown: readonly PlainMessage[] }>(() => ({ shown: [] }));

let count = 0;

/** Shows a message for so many milliseconds. */
export function showPlainly(message: Omit<PlainMessage, 'id'>, duration: number): void {
  const plain = { ...message, id: count++ };
  usePlainMessages.setState(({ shown }) => ({ shown: [...shown, plain] }));
  setTimeout(
    () => usePlainMessages.setState(({ shown }) => ({ shown: shown.filter((each) => each !== plain) })),
    duration,
  );
}
