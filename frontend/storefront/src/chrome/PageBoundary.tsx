import { Component, type ReactNode } from 'react';
import { forgetFailures } from '../start/load_part';
import { generalWords } from '#words/general';
import { startWords } from '#words/start';
import { ErrorScreen } from './ErrorScreen';

interface PageBoundaryProps {
  /** The shown path. A change of it resets the error. */
  path: string;
  children: ReactNode;
}

interface PageState {
  path: string;
  broken: boolean;
  /** True if the shopper has retried this path. */
  retried: boolean;
}

/**
 * Keeps header and footer when a page breaks or its code does not load. Retry, or a new connection, renders the page again. If it breaks
 * once more, the shopper can reload it.
 */
export class PageBoundary extends Component<PageBoundaryProps, PageState> {
  override state = { path: this.props.path, broken: false, retried: false };

  static getDerivedStateFromProps({ path }: PageBoundaryProps, state: PageState) {
    if (path === state.path) return null;
    if (state.broken) forgetFailures();
    return { path, broken: false, retried: false };
  }

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidMount() {
    window.addEventListener('online', this.drawAgain);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.drawAgain);
  }

  drawAgain = () => {
    if (!this.state.broken) return;
    forgetFailures();
    this.setState({ broken: false, retried: true });
  };

  override render() {
    const { broken, retried } = this.state;
    if (!broken) return this.props.children;
    const { errorTitle, retry } = startWords;
    return (
      <ErrorScreen
        title={errorTitle}
        text={generalWords.somethingWentWrong}
        action={retry}
        onAction={retried ? () => window.location.reload() : this.drawAgain}
      />
    );
  }
}
