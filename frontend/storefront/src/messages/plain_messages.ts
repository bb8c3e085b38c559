import { create } from 'zustand';

/** The toast areas. An open dialog makes the page behind it inert and covers it, so it has an area of its own. */
export type ToastAreaId = 'page' | 'dialog';

/** A message in a plain form, for when the code of the toasts does not load. */
export interface PlainMessage {
  id: number;
  message: string;
  role: 'status' | 'alert';
  area: ToastAreaId;
}

export const usePlainMessages = create<{ shown: readonly PlainMessage[] }>(() => ({ shown: [] }));

let count = 0;

/** Shows a message for `duration` milliseconds. */
export function showPlainly(message: Omit<PlainMessage, 'id'>, duration: number): void {
  const plain = { ...message, id: count++ };
  usePlainMessages.setState(({ shown }) => ({ shown: [...shown, plain] }));
  setTimeout(
    () => usePlainMessages.setState(({ shown }) => ({ shown: shown.filter((each) => each !== plain) })),
    duration,
  );
}
