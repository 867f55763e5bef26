"""A list, declared once: its page, its file, its part of the published schema and who may read it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import IO, Any, ClassVar, Final, Generic, TypeVar, cast

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.pagination import BasePagination
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.accounts.permissions import require_allowed
from apps.core.paging.filters import BLANK, FilterSet
from apps.core.paging.keyset import Ordering, SortedQuery, walk
from apps.core.paging.pagination import OrderedPagination
from apps.core.replica import reads_replica
from apps.exports.choices import ExportFormat
from apps.exports.direct import direct_export
from apps.exports.files import FILE_TYPES
from apps.exports.registry import Column, ExportKind, Filters, Table, register_export

BATCH: Final = 1000

Row = TypeVar("Row")
Query = TypeVar("Query", bound=FilterSet)


class FileOrPage(FilterSet):
    """The parameter of a page that can be downloaded."""

    format = serializers.ChoiceField(
        choices=ExportFormat.choices,
        help_text="A file instead of a page; too many rows are rejected with export_too_large.",
        **BLANK,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed(Generic[Row]):
    """Rows that no keyset query returns."""

    count: Callable[[], int]
    rows: Callable[[], Iterable[Row]]


@dataclass(frozen=True, kw_only=True)
class ListSpec(Generic[Row, Query]):
    name: str
    """The name of its export."""
    filters: type[Query]
    rows: Callable[[User, Query], QuerySet[Any] | Computed[Row]]
    """The rows that the user may read, filtered, unsorted. Raises for rows that the user may not read."""
    columns: Callable[[User, Query], Sequence[Column[Row]]]
    """The columns of the file. Raises for users who may only read the page."""
    permission: type[BasePermission]
    path: str = ""
    """The route of the page below the app's prefix; empty for a list without a page of its own."""
    routed: bool = False
    """Whether `list_routes` has the page; the urls of the app have it if it is a subclass of `ListView`."""
    operation_id: str = ""
    description: str = ""
    row: type[serializers.BaseSerializer[Any]] = serializers.Serializer
    context: Callable[[User], dict[str, Any]] | None = None
    """The context of `row`."""
    page_filters: type[FilterSet] | None = None
    """The filters with the parameters that only the page has; `format` makes the page return a file."""
    pagination: type[BasePagination] = OrderedPagination
    pdf: Callable[[Table[Any], Query, IO[bytes], Callable[[int], None]], int] | None = None
    """Writes the rows as a PDF, for a list that can be printed."""

    def check(self, user: User, filters: Filters) -> dict[str, Any]:
        """Return the given filters of an export as JSON."""
        self._require_permission(user)
        names = self.filters.parse(filters).fields
        return {name: value for name, value in filters.items() if name in names and value not in ("", None)}

    def table(self, user: User, filters: Filters) -> Table[Row]:
        self._require_permission(user)
        return self.table_of(user, self.filters.parse(filters))

    def table_of(self, user: User, query: Query) -> Table[Row]:
        columns, found = self.columns(user, query), self.rows(user, query)
        if isinstance(found, Computed):
            return Table(columns=columns, count=found.count, rows=found.rows)
        rows: QuerySet[Any] = found
        ordering = query.order()
        return Table(
            columns=columns,
            count=rows.count,
            rows=lambda: walk(rows, ordering, batch=BATCH),
            query=SortedQuery(rows, ordering),
        )

    def write_pdf(
        self, table: Table[Any], filters: Filters, out: IO[bytes], on_progress: Callable[[int], None]
    ) -> int:
        assert self.pdf is not None, "refused at the request"
        return self.pdf(table, self.filters.parse(filters), out, on_progress)

    def view(self) -> type["ListView"]:
        """Return the page's view, for a route without other methods."""
        attributes = {"__doc__": self.description, "__module__": self.filters.__module__, "spec": self}
        return type("View", (ListView,), attributes)

    def _require_permission(self, user: User) -> None:
        require_allowed(self.permission, user)


class ListView(ListAPIView[Any]):
    """The page of `spec`. Subclass it for other methods on the same route."""

    spec: ClassVar[ListSpec[Any, Any]]
    queryset = User.objects.none()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "spec" not in vars(cls):
            return
        spec = cls.spec
        if "permission_classes" not in vars(cls):
            cls.permission_classes = (spec.permission,)
        cls.serializer_class, cls.pagination_class = spec.row, spec.pagination
        query = spec.page_filters or spec.filters
        if "format" in query().fields:
            cls.file_types = FILE_TYPES  # type: ignore[attr-defined]  # read by the schema
        extend_schema_view(get=extend_schema(operation_id=spec.operation_id, parameters=[query]))(cls)

    @cached_property
    def query(self) -> Any:
        return (self.spec.page_filters or self.spec.filters).parse(self.request.query_params.dict())

    def get_reader(self) -> User:
        """Return the user whose rows are listed."""
        return current_user(self.request)

    def get_queryset(self) -> QuerySet[Any]:
        return cast("QuerySet[Any]", self.spec.rows(self.get_reader(), self.query))

    def get_ordering(self) -> Ordering:
        order: Ordering = self.query.order()
        return order

    def get_serializer_context(self) -> dict[str, Any]:
        if self.spec.context is None:
            return dict(super().get_serializer_context())
        return self.spec.context(current_user(self.request))

    @reads_replica
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]  # a file too
        query = self.query
        if format := query.validated_data.get("format"):
            return direct_export(self.spec.name, format, self.spec.table_of(self.get_reader(), query))
        return self.list(request, *args, **kwargs)


_lists: dict[str, ListSpec[Any, Any]] = {}


def register_list(spec: ListSpec[Any, Any]) -> None:
    """Register a list and its export; called in AppConfig.ready."""
    write_pdf = None if spec.pdf is None else spec.write_pdf
    register_export(ExportKind(name=spec.name, check=spec.check, table=spec.table, pdf=write_pdf))
    _lists[spec.name] = spec


def registered_lists() -> Sequence[ListSpec[Any, Any]]:
    return tuple(_lists.values())


def list_routes() -> list[URLPattern]:
    return [path(spec.path, spec.view().as_view()) for spec in registered_lists() if spec.routed]
