import { Component, type ReactNode } from 'react';
import { generalMessages } from '../messages/general';
import { startMessages } from '../messages/start';
import { ErrorScreen } from './ErrorScreen';

interface PageBoundaryProps {
  /** The path shown; another one is a new chance. */
  path: string;
  children: ReactNode;
}

/**
 * Keeps the header and the footer when a page breaks or its code cannot be loaded, as without a connection or after a
 * new release. The shopper chooses when to load anew: a reload on our own would lose what is typed.
 */
export class PageBoundary extends Component<PageBoundaryProps, { broken: boolean; path: string }> {
  override state = { broken: false, path: this.props.path };

  static getDerivedStateFromProps({ path }: PageBoundaryProps, state: { path: string }) {
    return path === state.path ? null : { broken: false, path };
  }

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const { errorTitle, retry } = startMessages;
    return (
      <ErrorScreen
        title={errorTitle}
        text={generalMessages.somethingWentWrong}
        action={retry}
        // React keeps a failed import for good, so only a new page can try again.
        onAction={() => window.location.reload()}
      />
    );
  }
}
