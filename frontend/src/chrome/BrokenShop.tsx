import { generalMessages } from '../messages/general';
import { startMessages } from '../messages/start';
import { ErrorScreen } from './ErrorScreen';
import { PlainHeader } from './PlainHeader';

/** Stands in place of everything when what is around the pages breaks. */
export function BrokenShop() {
  return (
    <>
      <PlainHeader />
      <main>
        <ErrorScreen
          title={startMessages.errorTitle}
          text={generalMessages.somethingWentWrong}
          action={startMessages.retry}
          onAction={() => window.location.reload()}
        />
      </main>
    </>
  );
}
