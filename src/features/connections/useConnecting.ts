import { useState } from "react";
import { openBlankTab } from "../../lib/blankTab";
import { notifyNotice, notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import type { Connection, ConnectionCheck, ConnectionDeeds } from "./ConnectionPanel";
import { texts } from "./texts";

interface Options {
  readonly service: string;
  readonly connection: Connection;
  readonly deeds: ConnectionDeeds;
}

/** Connecting to a service, looking whether it works, and disconnecting. */
export function useConnecting({ service, connection, deeds }: Options) {
  const [isConnecting, setIsConnecting] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [asked, setAsked] = useState<{ readonly url: string; readonly standing: string } | null>(null);
  const [checked, setChecked] = useState<ConnectionCheck | null>(null);
  // Whatever comes of it, the connection is another then.
  const standing = JSON.stringify([connection.state, connection.connectedAt, connection.message]);

  async function open() {
    const tab = openBlankTab();
    setIsConnecting(true);
    setChecked(null);
    try {
      const { url } = await deeds.connect({});
      setAsked({ url, standing });
      tab?.location.replace(url);
    } catch (error) {
      tab?.close();
      reportError(error, texts.connectFailed);
    } finally {
      setIsConnecting(false);
    }
  }
  async function ask() {
    setIsChecking(true);
    setChecked(null);
    try {
      setChecked(await deeds.check({}));
    } catch (error) {
      reportError(error, texts.checkFailed);
    } finally {
      setIsChecking(false);
    }
  }
  async function leave(): Promise<boolean> {
    try {
      await deeds.disconnect({});
    } catch (error) {
      reportError(error, texts.disconnectFailed);
      return false;
    }
    setChecked(null);
    notifySuccess(texts.disconnected(service));
    return true;
  }
  return {
    isConnecting,
    isChecking,
    checked,
    /** Where the permission is given, while nothing has come of it; also for a browser that opened no tab. */
    waitsAt: asked?.standing === standing ? asked.url : null,
    connect: (isUnsaved: boolean) => {
      if (isUnsaved) notifyNotice(texts.unsaved);
      else if (!isConnecting) void open();
    },
    check: () => {
      if (!isChecking) void ask();
    },
    /** @returns whether it is done */
    disconnect: leave,
  };
}
