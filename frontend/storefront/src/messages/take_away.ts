import { usePlainMessages } from './plain_messages';

/** Removes the messages of an earlier try, because the shopper has read them and acts. */
export function takeMessagesAway(): void {
  usePlainMessages.setState({ shown: [] });
  // If their code did not load, no toasts are shown.
  import('../ui/Toasts').then(
    ({ toast }) => toast.dismiss(),
    () => {},
  );
}
