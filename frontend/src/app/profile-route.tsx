import { useNavigate } from "react-router";
import { ProfilePage } from "@/features/profile/profile-page";

/** /profile; who signs out everywhere from here goes home before the guard sees them gone. */
export function ProfileRoute() {
  const navigate = useNavigate();
  return <ProfilePage onLeft={() => void navigate("/")} />;
}
