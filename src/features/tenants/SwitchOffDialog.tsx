import { notifySuccess } from "../../lib/notify";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { reportTenantError } from "./reportTenantError";
import { texts } from "./texts";
import { useTenantChanges, type TenantRow } from "./useTenants";

interface Props {
  readonly tenant: TenantRow;
  readonly onClose: () => void;
}

export function SwitchOffDialog({ tenant: { id, name, people }, onClose }: Props) {
  const { setActive } = useTenantChanges();
  return (
    <ConfirmDialog
      title={texts.switchOff(name)}
      question={`${texts.switchOffQuestion(people)} ${texts.switchOffHint}`}
      confirmLabel={texts.switchOff(name)}
      isDestructive
      onClose={onClose}
      onConfirm={() =>
        setActive({ id, isActive: false }).then(
          () => {
            notifySuccess(texts.switchedOff(name));
            return true;
          },
          (error: unknown) => {
            reportTenantError(error, texts.updateFailed);
            return false;
          },
        )
      }
    />
  );
}
