"""An email with its logo attached, so that clients show it while remote images are blocked."""

from email.mime.image import MIMEImage
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import SafeMIMEMultipart

LOGO_ADDRESS: Final = "cid:logo"


class BrandedEmail(EmailMultiAlternatives):
    """multipart/alternative of the text and, with a logo, multipart/related of the HTML and the image."""

    def __init__(self, *args: Any, logo: bytes = b"", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logo = logo

    def message(self, **options: Any) -> Any:
        message: Any = super().message(**options)
        if self.logo:
            parts = message.get_payload()
            html_index = next(n for n, part in enumerate(parts) if part.get_content_type() == "text/html")
            related = SafeMIMEMultipart(_subtype="related", encoding=self.encoding)
            related.attach(parts[html_index])
            related.attach(self._image())
            parts[html_index] = related
        return message

    def _image(self) -> MIMEImage:
        image = MIMEImage(self.logo, _subtype="jpeg")
        image.add_header("Content-ID", "<logo>")
        image.add_header("Content-Disposition", "inline", filename="logo.jpg")
        return image
