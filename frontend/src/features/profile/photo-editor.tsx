import { ActionIcon, FileButton, Menu } from "@mantine/core";
import { IconCamera, IconPhotoUp, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Me } from "@/api/types";
import { IMAGE_TYPES } from "@/api/upload";
import { Avatar } from "@/ui/avatar";
import classes from "./photo-editor.module.css";
import { PhotoSheet } from "./photo-sheet";
import { RemovePhotoSheet } from "./remove-photo-sheet";

const ACCEPT = IMAGE_TYPES.join(",");

/** The profile photo, with a button to replace or remove it. */
export function PhotoEditor({ me, name }: { me: Me; name: string }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [removing, setRemoving] = useState(false);
  const reset = useRef<() => void>(null);
  const pick = useRef<HTMLButtonElement>(null);
  const has = me.profile_image !== null;
  const camera = (
    <ActionIcon
      className={classes.camera ?? ""}
      radius="xl"
      size={44}
      variant="filled"
      aria-label={t(has ? "profile.photo.change" : "profile.photo.add")}
      onClick={has ? undefined : () => pick.current?.click()}
    >
      <IconCamera size={20} aria-hidden="true" />
    </ActionIcon>
  );

  return (
    <div className={classes.photo}>
      <Avatar name={name} image={me.profile_image} size={112} />
      {has ? (
        <Menu position="bottom" shadow="md" radius="md">
          <Menu.Target>{camera}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconPhotoUp size={18} aria-hidden="true" />}
              onClick={() => pick.current?.click()}
            >
              {t("profile.photo.another")}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={18} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={() => setRemoving(true)}
            >
              {t("profile.photo.remove")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        camera
      )}
      <FileButton
        accept={ACCEPT}
        resetRef={reset}
        onChange={setFile}
        inputProps={{ "aria-label": t("profile.photo.preview_title"), tabIndex: -1 }}
      >
        {({ onClick }) => (
          <button ref={pick} type="button" hidden onClick={onClick} tabIndex={-1}>
            {t("profile.photo.another")}
          </button>
        )}
      </FileButton>
      <PhotoSheet
        file={file}
        onAnother={() => pick.current?.click()}
        onClose={() => {
          setFile(null);
          // Reset the input so that the same file can be chosen again.
          reset.current?.();
        }}
      />
      <RemovePhotoSheet opened={removing} onClose={() => setRemoving(false)} />
    </div>
  );
}
