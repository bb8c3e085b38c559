import { generalWords } from '#words/general';
import { startWords } from '#words/start';
import { ErrorScreen } from './ErrorScreen';
import { PlainHeader } from './PlainHeader';

/** The screen shown when the frame around the pages breaks. */
export function BrokenShop() {
  return (
    <>
      <PlainHeader />
      <main>
        <ErrorScreen
          title={startWords.errorTitle}
          text={generalWords.somethingWentWrong}
          action={startWords.retry}
          onAction={() => window.location.reload()}
        />
      </main>
    </>
  );
}
