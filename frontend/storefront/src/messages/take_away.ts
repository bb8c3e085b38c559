import { usePlainMessages } from './plain_messages';

/** Takes away what is still shown of an earlier try: the shopper has read it, and acts. */
export function takeMessagesAway(): void {
  usePlainMessages.setState({ shown: [] });
  // Where their code did not come, none are shown.
  import('../ui/Toasts').then(
    ({ toast }) => toast.dismiss(),
    () => {},
  );
}
